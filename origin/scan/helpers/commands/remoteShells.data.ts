/**
 * How programs tie a shell to a connection: the traits of each way, all of which have to be there. The first is where
 * they connect; a quoted placeholder, such as "HOST", connects to nothing.
 */
export const traits: readonly { language: string; signs: readonly RegExp[] }[] = [
  {
    language: 'Python',
    signs: [
      /\.connect(?:_ex)?\s{0,9}\((?!\s{0,9}\(?\s{0,9}["'](?:[A-Z_]{1,40}|<[^>]{0,40}>|\.{3}|[xX.]{4,15})["'])/,
      /\bsocket\s{0,9}[.(]/,
      /\bdup2\s{0,9}\(\s{0,9}[\w.]{1,60}\.fileno\b|\bdup2\s{0,9}\(\s{0,9}(?:fd|f|s)\b|\bdup2\s{0,9}\(\s{0,9}\w{1,60}\s{0,9},\s{0,9}(?:fd|[012])\b/,
      /["'](?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k)?sh["']|["']cmd(?:\.exe)?["']/,
    ],
  },
  {
    language: 'Python',
    signs: [
      /\.connect(?:_ex)?\s{0,9}\((?!\s{0,9}\(?\s{0,9}["'](?:[A-Z_]{1,40}|<[^>]{0,40}>|\.{3}|[xX.]{4,15})["'])/,
      /\bsocket\s{0,9}[.(]/,
      /\bpty\s{0,3}\.\s{0,3}spawn\s{0,9}\(/,
    ],
  },
  {
    language: 'Python',
    signs: [
      /\.connect(?:_ex)?\s{0,9}\((?!\s{0,9}\(?\s{0,9}["'](?:[A-Z_]{1,40}|<[^>]{0,40}>|\.{3}|[xX.]{4,15})["'])/,
      /\bsocket\s{0,9}[.(]/,
      /=\s{0,9}\w{1,40}\.recv\s{0,9}\(|\(\w{1,40}\.recv\s{0,9}\(/,
      /\b(?:subprocess\.(?:getoutput|check_output|Popen|run|getstatusoutput)|os\.popen|os\.system)\s{0,9}\(\s{0,9}(?:cmd|command|data|line|\w{1,40}\.(?:decode|recv))\b/,
      /\.send(?:all)?\s{0,9}\(/,
    ],
  },
  {
    language: 'Perl',
    signs: [
      /\bconnect\s{0,9}\(\s{0,9}\$?\w{1,20}\s{0,9},/,
      /\bopen\s{0,9}\(?\s{0,9}STD(?:IN|OUT)\s{0,9},\s{0,9}["'][<>+]{1,2}&/,
      /\b(?:exec|system)\s{0,9}[({]?\s{0,9}[("'{]{1,3}(?:\/bin\/)?(?:(?:ba|z|da|k)?sh|cmd)\b/,
    ],
  },
  { language: 'Perl', signs: [/\bIO::Socket::INET6?\b/, /\bfdopen\b|\bSTDIN->/, /\bsystem\b|\bexec\b/] },
  {
    language: 'Ruby',
    signs: [
      /\bTCPSocket\.(?:new|open)\b/,
      /\bIO\.popen\s{0,9}\(?\s{0,9}(?:cmd|command|line|l|c)\b|\bexec\b.{0,40}\bsh\b|\bspawn\s{0,9}\(?\s{0,9}["'](?:\/bin\/)?(?:ba)?sh\b/,
    ],
  },
  {
    language: 'PHP',
    signs: [
      /\bp?fsockopen\s{0,9}\((?!\s{0,9}["'](?:[A-Z_]{1,40}|<[^>]{0,40}>|\.{3})["'])/,
      /\b(?:exec|shell_exec|system|passthru|proc_open|popen)\s{0,9}\(\s{0,9}["'](?:\/bin\/)?(?:(?:ba|z|da)?sh|cmd|uname -a; w; id; \/bin\/sh)\b|\$shell\b.{0,20}\bsh\s{1,3}-i/,
    ],
  },
  {
    language: 'Node.js',
    signs: [
      /\bnet\.(?:connect|createConnection|Socket)\b|\brequire\(\s{0,9}["'](?:node:)?(?:net|tls)["']\s{0,9}\)|\.connect\s{0,9}\(\s{0,9}\d{2,5}\s{0,9},/,
      /\.connect\s{0,9}\(|\bcreateConnection\s{0,9}\(/,
      /\b(?:spawn|exec|execFile)\s{0,9}\(\s{0,9}["'`](?:\/(?:usr\/)?bin\/)?(?:(?:ba|z|da)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?)["'`]/,
      /\.pipe\s{0,9}\(\s{0,9}\w{1,40}\.stdin\b/,
    ],
  },
  {
    language: 'Go',
    signs: [
      /\bnet\.Dial(?:Timeout)?\s{0,9}\(/,
      /\bexec\.Command\s{0,9}\(\s{0,9}"(?:\/bin\/)?(?:(?:ba|z|da)?sh|cmd(?:\.exe)?)"/,
      /\.Std(?:in|out)\b.{0,40}=/,
    ],
  },
  {
    language: 'PowerShell',
    signs: [
      /\bNet\.Sockets\.TCPClient\b/i,
      /\.GetStream\s{0,9}\(/i,
      /\biex\b|\bInvoke-Expression\b|\bcmd\.exe\b|\bScriptBlock\b/i,
      /\.Write\s{0,9}\(/i,
    ],
  },
  {
    language: 'Awk',
    signs: [
      /\/inet\/(?:tcp|udp)\/0\//,
      /\|&\s{0,9}getline/,
      /[^|&]\|\s{0,9}getline|[^|&]\|&?\s{0,9}getline.{0,40}\|\s{0,9}&/,
    ],
  },
];
