/** Shell within files of other forms: container files, makefiles, units, batch files. Lines keep their numbers. */

/** By the name of the file: its text with all that is no shell made empty. */
const forms: readonly [name: RegExp, line: (line: string, isMore: boolean) => string][] = [
  [
    /(?:^|[./])(?:Dockerfile|Containerfile)(?:\.[\w-]+)?$/i,
    (line, isMore) =>
      /^\s*(?:RUN|CMD|ENTRYPOINT)\s+(?:--\S+\s+)*((?![\s[])[\s\S]+)$/i.exec(line)?.[1] ?? (isMore ? line : ''),
  ],
  [
    /(?:^|\/)(?:GNU)?makefile$|\.mk$/i,
    (line) =>
      line.startsWith('\t')
        ? line
            .slice(1)
            .replace(/^[@+-]+/, '')
            .replace(/\$\(([A-Za-z_]\w*)\)/g, '$${$1}')
            .replaceAll('$$', '$')
        : '',
  ],
  [/\.(?:service|desktop|timer)$/i, (line) => /^Exec\w*=[-@+!:]*([^-@+!:][\s\S]*)$/.exec(line)?.[1] ?? ''],
  [/(?:^|\/)(?:justfile|Procfile)$/i, (line) => /^(?:\s+@?|\w+:\s+)(\S.*)$/.exec(line)?.[1] ?? ''],
  [
    /\.(?:bat|cmd)$/i,
    (line) =>
      /^\s*@?(?:rem\b|::|echo off|goto\b|if\b|for\b|set\b|setlocal|endlocal|\))/i.test(line)
        ? ''
        : line
            .replace(/^\s*@/, '')
            .replace(/%([A-Za-z_]\w*)%/g, '$${$1}')
            .replace(/\^$/, '\\')
            .replace(/\\(?!$)/g, '/'),
  ],
];

/** Undefined where the file has no such form. */
export function shellWithin(path: string, text: string): string | undefined {
  const form = forms.find(([name]) => name.test(path));
  if (!form) return undefined;
  let isMore = false;
  const lines = text.split(/\r\n|\n/).map((line) => {
    const shell = form[1](line, isMore);
    isMore = shell !== '' && /\\\s*$/.test(line);
    return shell;
  });
  return lines.join('\n');
}
