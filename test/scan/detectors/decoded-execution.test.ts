import { describe, expect, it } from 'vitest';
import { decodedExecution } from '../../../origin/scan/detectors/execution/decoded-execution.ts';
import { inspect, linesFound } from './inspect.ts';

/** Harmless commands, encoded here so that this file holds no payload. */
const command = btoa('echo hello, reader');
const program = btoa('print("hello, reader")');
const hex = Buffer.from('echo hello').toString('hex');
const escaped = [...'echo hello'].map((letter) => `\\x${letter.charCodeAt(0).toString(16)}`).join('');
const codes = [...'print(12)'].map((letter) => letter.charCodeAt(0)).join(', ');

describe('decoded-execution', () => {
  it.each([
    ['a pipe', `echo ${command} | base64 -d | sh`],
    ['a pipe with sudo', `echo "${command}" | base64 --decode | sudo -E bash -`],
    ['a pipe that starts in a string', `base64 -D <<< ${command} | /bin/zsh`],
    ['a pipe over several lines', `echo ${command} \\\n  | base64 -d \\\n  | sh`],
    ['a short payload', `echo ${btoa('id')} | base64 -d | sh`],
    ['eval', `eval "$(echo ${command} | base64 -d)"`],
    ['eval with backticks', `eval \`echo ${command} | base64 -d\``],
    ['sh -c', `bash -c "$(echo '${command}' | base64 -di)"`],
    ['a process substitution', `bash <(echo ${command} | base64 -d)`],
    ['hex', `echo ${hex} | xxd -r -p | sh`],
    ['escapes of printf', `printf '${escaped}' | sh`],
    ['escapes of the shell', `eval $'${escaped}'`],
    ['openssl', `echo ${command} | openssl base64 -d | sh`],
    ['an encrypted file', 'openssl enc -d -aes-256-cbc -in a.enc -k b | sh'],
    ['an encoded file', 'cat blob.b64 | base64 -d | bash'],
    ['rot13', "echo 'rpub uryyb' | tr 'A-Za-z' 'N-ZA-Mn-za-m' | sh"],
    ['a trailing comment', `echo ${command} | base64 -d | sh # never do this`],
    ['a label', `Detect the platform: \`echo ${command} | base64 -d | sh\``],
    ['praise', `\`echo ${command} | base64 -d | sh\` protects from attackers`],
    ['a sentence that asks for it', `Don’t wait: run \`echo ${command} | base64 -d | sh\` first.`],
    ['Python on the command line', `python3 -c "import base64;exec(base64.b64decode('${program}'))"`],
    ['exec', `exec(base64.b64decode(b"${program}"))`],
    ['exec without an import', `exec(__import__('base64').b64decode('${program}').decode())`],
    ['bytes.fromhex', `eval(bytes.fromhex("${hex}").decode())`],
    ['layers', `exec(zlib.decompress(base64.b64decode("${program}")))`],
    ['codecs', 'exec(codecs.decode("cevag(1)", "rot13"))'],
    ['numbers', `exec("".join(chr(c) for c in [${codes}]))`],
    ['os.system', `os.system(base64.b64decode("${command}").decode())`],
    ['subprocess', `subprocess.run(["sh", "-c", base64.b64decode("${command}")])`],
    ['Buffer.from', `eval(Buffer.from('${program}', 'base64').toString())`],
    ['atob', `eval(atob("${program}"))`],
    ['new Function', `new Function(atob('${program}'))()`],
    ['a timer', `setTimeout(atob("${program}"), 10)`],
    ['child_process', `require('child_process').exec(Buffer.from('${command}', 'base64').toString())`],
    ['character codes', `eval(String.fromCharCode(${codes}))`],
    ['PowerShell', `powershell.exe -nop -w hidden -EncodedCommand "${command}${command}"`],
    ['PowerShell, shortened', `pwsh /e ${command}${command}`],
    ['FromBase64String', `iex ([Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('${command}')))`],
    ['PHP', `@eval(gzinflate(base64_decode('${program}')));`],
    ['Perl', `eval decode_base64("${program}");`],
    ['Ruby', `eval(Base64.decode64("${program}"))`],
    ['Ruby’s unpack', `eval(["${hex}"].pack("H*"))`],
  ])('finds %s', (_, text) => {
    expect(linesFound(decodedExecution, `first line\n${text}\n\nlast line`)).toEqual([2]);
  });

  it.each([
    ['a variable of a program', `code = base64.b64decode("${program}")\nprint(1)\nexec(code)`, 3],
    ['a constant of a program', `const code = Buffer.from("${program}", "base64").toString();\neval(code)`, 2],
    ['a variable of a shell', `CODE=$(echo ${command} | base64 -d)\neval "$CODE"`, 2],
    ['a file', `echo ${command} | base64 -d > /tmp/a.sh\nchmod +x /tmp/a.sh\n/tmp/a.sh`, 3],
  ])('follows it through %s', (_, text, line) => {
    expect(linesFound(decodedExecution, text, { path: 'a.py' })).toEqual([line]);
  });

  it.each([
    ['an image', `echo ${command} | base64 -d > logo.png`],
    ['a secret of a cluster', "kubectl get secret a -o jsonpath='{.data.b}' | base64 -d"],
    ['a token that is looked into', 'echo "$TOKEN" | cut -d. -f2 | base64 -d | jq .'],
    ['data for a program', 'echo "$DATA" | base64 -d | python3 -c "import json, sys"'],
    ['a decrypted backup', 'openssl enc -d -aes-256-cbc -in backup.enc -out backup.tar'],
    ['decoded data', 'image = base64.b64decode(data)\nwith open("a.png", "wb") as f:\n    f.write(image)'],
    ['input for a program', 'subprocess.run(["convert", "-"], input=base64.b64decode(data))'],
    ['a model', 'model.eval()\nimage = base64.b64decode(data)'],
    ['a pattern', 'const found = /a/.exec(Buffer.from(text, "base64").toString())'],
    ['a test', 'assert base64.b64decode(out) == b"x"'],
    ['a timer that decodes', 'setTimeout(() => { text = atob(data) }, 5)'],
    ['colours', "printf '\\033[31mred\\033[0m' | cat"],
    ['a PowerShell variable', 'powershell -EncodedCommand $encoded'],
    ['a mention', 'Encoded commands such as `base64 -d | sh` hide what they do.'],
    ['dots', 'echo ... | base64 -d | sh'],
    ['a placeholder', 'echo <payload> | base64 -d | bash'],
    ['a name that the text never defines', 'Look at `exec(base64.b64decode(payload))` with care.'],
    ['a search', 'grep -rE "eval\\(atob|base64 -d \\| sh" .'],
    ['a sentence that forbids it', `Never run \`echo ${command} | base64 -d | sh\`.`],
    ['a list of what to flag', `- Flag \`eval(atob("${program}"))\`, \`exec(base64.b64decode("${program}"))\``],
    ['a table with a verdict', `| \`echo ${command} \\| base64 -d \\| sh\` | critical |`],
  ])('lets %s be', (_, text) => {
    expect(inspect(decodedExecution, text)).toEqual([]);
  });

  it.each([
    ['in a script', `# Never run \`echo ${command} | base64 -d | sh\`.`, 'a.sh'],
    ['in a block of code', `\`\`\`sh\nx=1 # never \`echo ${command} | base64 -d | sh\`\n\`\`\``, 'a.md'],
  ])('takes no warning for an excuse %s', (_, text, path) => {
    expect(inspect(decodedExecution, text, { path })).toHaveLength(1);
  });

  it('never says what is encoded', () => {
    expect(JSON.stringify(inspect(decodedExecution, `echo ${command} | base64 -d | sh`))).not.toContain(command);
  });

  it('leaves binary files alone, and a stray byte makes none', () => {
    const line = `echo ${command} | base64 -d | sh`;
    expect(inspect(decodedExecution, `\x89PNG\r\n\x1a\n\0\xff${line}`, { isText: false })).toEqual([]);
    expect(linesFound(decodedExecution, `caf\xe9\n${line}`, { isText: false })).toEqual([2]);
  });
});
