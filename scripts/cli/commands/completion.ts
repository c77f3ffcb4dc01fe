import type { Outcome } from '../context.ts';

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

/** A command as completion knows it; the program itself is the outermost. */
export interface CommandTree {
  name: string;
  description: string;
  options: readonly { flag: string; description: string }[];
  commands: readonly CommandTree[];
}

/** A script that makes a shell complete the program's commands and options; it asks nothing of the network. */
export function completion(program: CommandTree, shell: Shell): Outcome {
  const script = { bash: bash(program), zsh: zsh(program), fish: fish(program), powershell: powerShell(program) }[
    shell
  ];
  return { text: script, json: { shell, script } };
}

/** Each command with the words that lead to it, the program itself first. */
function places(tree: CommandTree, path: string[] = []): { path: string[]; tree: CommandTree }[] {
  return [{ path, tree }, ...tree.commands.flatMap((command) => places(command, [...path, command.name]))];
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function bash(program: CommandTree): string {
  const cases = places(program).map(({ path, tree }) => {
    const words = [...tree.commands.map(({ name }) => name), ...tree.options.map(({ flag }) => flag)];
    return `    ${quoted(path.join(' '))}) words=${quoted(words.join(' '))} ;;`;
  });
  return `# bash completion of ${program.name}: source <(${program.name} completion bash)
_skill_registry() {
  local current=\${COMP_WORDS[COMP_CWORD]} path='' word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " ${commandPaths(program)} " in
      *" \${path:+$path/}$word "*) path=\${path:+$path/}$word ;;
    esac
  done
  case "\${path//\\// }" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -o filenames -F _skill_registry ${program.name}`;
}

const commandPaths = (program: CommandTree): string =>
  places(program)
    .slice(1)
    .map(({ path }) => path.join('/'))
    .join(' ');

function zsh(program: CommandTree): string {
  const cases = places(program).map(({ path, tree }) => {
    const described = (name: string, description: string) => quoted(`${name.replaceAll(':', '\\:')}:${description}`);
    const words = [
      ...tree.commands.map(({ name, description }) => described(name, description)),
      ...tree.options.map(({ flag, description }) => described(flag, description)),
    ];
    return `    ${quoted(path.join(' '))}) choices=(${words.join(' ')}) ;;`;
  });
  return `#compdef ${program.name}
# zsh completion of ${program.name}: source <(${program.name} completion zsh)
_skill_registry() {
  local at='' word
  local -a choices
  for word in \${words[2,CURRENT-1]}; do
    case " ${commandPaths(program)} " in
      *" \${at:+$at/}$word "*) at=\${at:+$at/}$word ;;
    esac
  done
  case \${at//\\// } in
${cases.join('\n')}
  esac
  _describe command choices
  _files
}
compdef _skill_registry ${program.name}`;
}

function fish(program: CommandTree): string {
  const lines = places(program).flatMap(({ path, tree }) => {
    const inner = tree.commands.map(({ name }) => name).join(' ');
    const reached = path.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
    const isHere = reached && inner ? `${reached}; and not __fish_seen_subcommand_from ${inner}` : reached;
    const when = ` -n ${quoted(isHere || '__fish_use_subcommand')}`;
    return [
      ...tree.commands.map(({ name, description }) => `${when} -f -a ${name} -d ${quoted(description)}`),
      ...tree.options
        .filter(({ flag }) => flag.startsWith('--'))
        .map(({ flag, description }) => `${path.length ? when : ''} -l ${flag.slice(2)} -d ${quoted(description)}`),
    ];
  });
  return [
    `# fish completion of ${program.name}: ${program.name} completion fish | source`,
    ...lines.map((line) => `complete -c ${program.name}${line}`),
  ].join('\n');
}

/** Windows PowerShell 5.1 and PowerShell 7. In its literals every one of these is a quotation mark. */
function powerShell(program: CommandTree): string {
  const literal = (text: string): string => `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`;
  const cases = places(program).map(({ path, tree }) => {
    const choices = [
      ...tree.commands.map(({ name, description }) => [name, description]),
      ...tree.options.map(({ flag, description }) => [flag, description]),
    ];
    const list = choices.map(([word = '', tip = '']) => `@(${literal(word)}, ${literal(tip || word)})`);
    return `    ${literal(path.join(' '))} = @(${list.map((pair) => `, ${pair}`).join('; ')})`;
  });
  return `# PowerShell completion of ${program.name}: ${program.name} completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName ${program.name} -ScriptBlock {
  param($word, $line, $cursor)
  $choices = @{
${cases.join('\n')}
  }
  $path = ''
  foreach ($part in $line.CommandElements | Select-Object -Skip 1) {
    if ($part.Extent.EndOffset -ge $cursor) { break }
    $next = "$path $part".Trim()
    if ($choices.ContainsKey($next)) { $path = $next }
  }
  foreach ($choice in $choices[$path]) {
    if ($choice[0].StartsWith($word)) {
      [System.Management.Automation.CompletionResult]::new($choice[0], $choice[0], 'ParameterValue', $choice[1])
    }
  }
}`;
}
