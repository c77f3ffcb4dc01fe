import type { Detector, ScannedFile } from '../../detector.ts';
import { placesByLine } from '../../helpers/text/lines.ts';
import { showsAttacks } from '../../helpers/text/prose.ts';

export const codeByRequest: Detector = {
  id: 'code-by-request',
  severity: 'medium',
  consequence: 'advise',
  summary: 'A server runs code that comes with a request.',
  explanation:
    'A program that listens and makes functions of text, or evaluates what a request brought, does whatever is asked of ' +
    'it: by a web page that the person has open, by another account of the machine, or by anything that reaches the port. ' +
    'Servers that only answer, and code that is made elsewhere, are left out. Offer the few actions that are needed, by ' +
    'name.',
  examples: {
    bad: {
      path: 'server.js',
      text: "require('http').createServer((request, response) => answer(request, response)).listen(8800);\nconst answer = (request) => new Function('page', request.code)();\n",
    },
    good: {
      path: 'server.js',
      text: "require('http').createServer((request, response) => response.end('lit')).listen(8800);\n",
    },
  },
  inspect: (file) => (isServer(file) ? placesByLine(file, messageFor) : []),
};

const isServer = ({ isText, path, text }: ScannedFile): boolean =>
  isText &&
  /\.(?:[cm]?[jt]sx?|py)$/.test(path) &&
  !showsAttacks(path) &&
  /\bcreateServer\(|\bexpress\(\)|\bFlask\(|\bFastAPI\(|\bHTTPServer\(|\bBun\.serve\(|\bDeno\.serve\(|\bnew (?:WebSocketServer|Hono)\(/.test(
    text,
  );

const messageFor = (line: string): string | undefined =>
  makes.test(line) && !/^\s{0,80}(?:\/\/|#|\*)/.test(line) ? 'A server runs text as code.' : undefined;

/** A function of text that is no constant, or what a request is called. */
const makes =
  /\b(?:new |= ?)?(?:Async|Generator)?Function\((?:["'][\w$, ]{0,60}["'], ?){0,3}(?:`[^`]{0,200}\$\{|[a-z_$][\w.$]{0,60}\))|\b(?:eval|exec|runIn(?:This|New)?Context)\((?:await )?(?:req|request|body|data|payload|params|msg|message|input|code|script)\b/;
