/** What programs call of the libraries of Ruby, Go and PHP, by the names that the interpreter knows it by. */
import type { Expr } from '../program.ts';
import { dotted, type Site } from './common.ts';

/** A row: the names, what is called instead (`=` gives the first argument), and which arguments it gets. */
type Row = readonly [names: string, does: string, args?: readonly number[]];

const rows: Readonly<Record<'ruby' | 'go' | 'php', readonly Row[]>> = {
  ruby: [
    ['File.read IO.read File.binread File.readlines IO.readlines File.foreach YAML.load_file', 'fs.readFileSync'],
    ['File.write IO.write File.binwrite', 'fs.writeFileSync'],
    ['File.delete FileUtils.rm FileUtils.rm_rf FileUtils.rm_r', 'fs.unlinkSync'],
    ['FileUtils.cp FileUtils.mv', 'fs.copyFileSync'],
    ['eval instance_eval class_eval Kernel.eval binding.eval RubyVM.InstructionSequence.compile', 'eval'],
    ['Base64.decode64 Base64.strict_decode64 Base64.urlsafe_decode64 *.unpack1 *.unpack', 'atob', [0]],
    ['Base64.encode64 Base64.strict_encode64 Base64.urlsafe_encode64', 'btoa'],
    ['Net.HTTP.get Net.HTTP.get_response URI.open OpenURI.open_uri HTTParty.get RestClient.get Faraday.get', 'fetch'],
    ['Net.HTTP.post Net.HTTP.post_form HTTParty.post RestClient.post RestClient.put Faraday.post', 'axios.post'],
    ['URI URI.parse URI.join File.expand_path Pathname.new Shellwords.escape', '=', [0]],
    ['TCPSocket.new TCPSocket.open UNIXSocket.new', 'net.connect'],
    ['TCPServer.new TCPServer.open', 'Deno.serve'],
    ['Dir.home', '~'],
  ],
  go: [
    ['os.ReadFile ioutil.ReadFile os.Open os.OpenFile', 'fs.readFileSync', [0]],
    ['os.WriteFile ioutil.WriteFile', 'fs.writeFileSync', [0, 1]],
    ['os.Create', 'fs.createWriteStream'],
    ['os.Remove os.RemoveAll', 'fs.unlinkSync'],
    ['http.Get http.Head', 'fetch'],
    ['http.Post', 'axios.post', [0, 2]],
    ['http.PostForm', 'axios.post'],
    ['http.NewRequest', 'axios.post', [1, 2]],
    ['http.NewRequestWithContext', 'axios.post', [2, 3]],
    ['http.ListenAndServe net.Listen http.ListenAndServeTLS', 'Deno.serve'],
    ['net.Dial net.DialTimeout tls.Dial', 'net.connect', [1]],
    ['base64.StdEncoding.DecodeString base64.URLEncoding.DecodeString base64.RawStdEncoding.DecodeString', 'atob'],
    ['base64.StdEncoding.EncodeToString base64.URLEncoding.EncodeToString', 'btoa'],
    [
      'strings.NewReader bytes.NewReader bytes.NewBuffer bytes.NewBufferString io.ReadAll ioutil.ReadAll json.Marshal string',
      '=',
      [0],
    ],
    ['os.UserHomeDir', '~'],
  ],
  php: [
    ['file file_get_contents fopen readfile parse_ini_file', 'fs.readFileSync'],
    ['file_put_contents', 'fs.writeFileSync'],
    ['unlink', 'fs.unlinkSync'],
    ['copy rename', 'fs.copyFileSync'],
    ['eval assert create_function include include_once require require_once', 'eval'],
    ['base64_decode', 'atob'],
    ['base64_encode', 'btoa'],
    [
      'gzinflate gzuncompress str_rot13 urldecode rawurldecode trim json_encode http_build_query serialize curl_init',
      '=',
      [0],
    ],
    ['curl_exec', 'fetch'],
    ['fsockopen stream_socket_client pfsockopen', 'net.connect'],
    ['mail', 'axios.post', [0, 2]],
  ],
};

const shells: Readonly<Record<string, RegExp>> = {
  ruby: /^(?:`|system|exec|spawn|Kernel\.(?:system|exec|spawn)|IO\.popen|Open3\.\w+|Process\.spawn|PTY\.spawn)$/,
  php: /^(?:`|system|exec|shell_exec|passthru|popen|proc_open|pcntl_exec)$/,
  go: /^(?:exec\.Command|exec\.CommandContext|syscall\.Exec)$/,
};

const variables: Readonly<Record<string, RegExp>> = {
  ruby: /^ENV\.(?:fetch|\[\])$/,
  php: /^getenv$/,
  go: /^os\.(?:Getenv|LookupEnv)$/,
};

const joins = /^(?:File\.join|filepath\.Join|path\.Join)$/;

const byName = new Map(
  Object.entries(rows).flatMap(([language, list]) =>
    list.flatMap(([names, does, args]) =>
      names.split(' ').map((name) => [`${language} ${name}`, { does, args }] as const),
    ),
  ),
);

const isAddress = (expr: Expr | undefined): boolean => {
  const first = expr?.is === 'join' ? expr.parts[0] : expr;
  return first?.is === 'text' && /^(?:https?|ftp):\/\//.test(first.text);
};

export const libraryOf =
  (language: 'ruby' | 'go' | 'php') =>
  (name: string, args: Expr[], site: Site): Expr | undefined => {
    const { low, node } = site;
    const at = low.lineOf(node);
    const [first, second] = args;
    if (shells[language]?.test(name)) return started(name, args, site);
    if (variables[language]?.test(name) && first) return { is: 'member', of: low.name('env', node), name: first, at };
    if (name === '[]')
      return isEnvironment(first) && second ? { is: 'member', of: low.name('env', node), name: second, at } : undefined;
    if (joins.test(name))
      return low.join(
        args.flatMap((arg, i) => (i > 0 ? [low.text('/', node), arg] : [arg])),
        node,
      );
    if (name === 'fmt.Sprintf' || name === 'sprintf') return formatted(args, site);
    if (name === 'curl_setopt') return option(args, site);
    if (/^(?:open|fopen|file_get_contents|File\.open)$/.test(name) && isAddress(first))
      return low.call(low.name('fetch', node), args, node);
    if (/^(?:open|File\.open|File\.new)$/.test(name))
      return low.call(dotted('fs.readFileSync', node, low), args.slice(0, 1), node);
    const known = byName.get(`${language} ${name}`);
    if (!known) return undefined;
    if (known.does === '~') return low.text('~', node);
    const given = known.args ? known.args.flatMap((i) => args[i] ?? []) : args;
    if (known.does === '=') return given[0] ?? low.text('', node);
    return low.call(dotted(known.does, node, low), given, node);
  };

/** One text is run by a shell; a program with its arguments is run as it stands. */
function started(name: string, args: Expr[], { low, node }: Site): Expr {
  const words = (name.endsWith('Context') ? args.slice(1) : args).flatMap((arg) =>
    arg.is === 'list' ? arg.items : arg.is === 'function' || arg.is === 'record' ? [] : [arg],
  );
  if (words.length === 1 && !name.startsWith('exec.'))
    return low.call(dotted('child_process.execSync', node, low), words, node);
  return low.command(words, undefined, node);
}

const isEnvironment = (expr: Expr | undefined): boolean =>
  expr?.is === 'name' && /^(?:ENV|_ENV|_SERVER)$/.test(expr.name);

function formatted([format, ...args]: Expr[], { low, node }: Site): Expr {
  if (format?.is !== 'text') return low.any([...(format ? [format] : []), ...args], node);
  const given = [...args];
  const parts = format.text
    .split(/(%[-+#0-9.]*[a-zA-Z])/)
    .map((part, i) => (i % 2 ? (given.shift() ?? low.text('', node)) : low.text(part, node)));
  return low.join([...parts, ...given], node);
}

/** What a handle of curl is told: its address, or what it sends. */
function option([handle, which, value]: Expr[], { low, node, steps }: Site): Expr | undefined {
  const name = which?.is === 'name' ? which.name : which?.is === 'text' ? which.text : '';
  if (!handle || !value) return undefined;
  if (name === 'CURLOPT_URL') steps.push({ does: 'set', target: handle, value, at: low.lineOf(node) });
  if (name !== 'CURLOPT_POSTFIELDS') return low.text('', node);
  return low.call(dotted('axios.post', node, low), [handle, value], node);
}
