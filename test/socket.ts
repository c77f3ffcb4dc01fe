/** Requests as bytes, for what no client would send. */
import { connect } from 'node:net';

/** The whole answer to bytes that are sent as they are. `Connection: close` has to be among them, or the server's own wish. */
export const rawAnswer = (port: number, request: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request, 'latin1'));
    let answer = '';
    socket.setEncoding('latin1').on('data', (text) => {
      answer += text;
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
  });

/** Status, some header fields by their names, and body. */
export function partsOf(answer: string): { status: number; headers: Record<string, string>; body: string } {
  const end = answer.indexOf('\r\n\r\n');
  const [line = '', ...fields] = answer.slice(0, end).split('\r\n');
  const headers = fields.map((field) => [
    field.slice(0, field.indexOf(':')).toLowerCase(),
    field.slice(field.indexOf(':') + 2),
  ]);
  return { status: Number(line.split(' ')[1]), headers: Object.fromEntries(headers), body: answer.slice(end + 4) };
}
