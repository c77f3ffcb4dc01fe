/** Programs in a short form, to read in a test. */
import { lowerings } from '../../../origin/scan/programs/lowerings.ts';
import { loadGrammars, parse } from '../../../origin/scan/programs/parser.ts';
import type { Expr, Language, Program, Step } from '../../../origin/scan/programs/program.ts';

export async function lowered(text: string, language: Language, firstLine = 1): Promise<Program> {
  await loadGrammars([language]);
  const tree = parse(text, language);
  if (!tree) throw new Error('It is not parsed.');
  return lowerings[language](tree, 'x', firstLine);
}

/** A step a line: `$a = "b"`, `<"curl" "x" < input>`, `"file" << value`. */
export const shown = async (text: string, language: Language): Promise<string[]> =>
  (await lowered(text, language)).steps.map(shownStep);

const all = (exprs: readonly Expr[], by: string) => exprs.map(shownExpr).join(by);
const block = (steps: readonly Step[]) => `{${steps.map(shownStep).join('; ')}}`;

function shownExpr(expr: Expr): string {
  switch (expr.is) {
    case 'text':
      return JSON.stringify(expr.text);
    case 'name':
      return `$${expr.name}`;
    case 'member':
      return `${shownExpr(expr.of)}[${shownExpr(expr.name)}]`;
    case 'join':
      return `(${all(expr.parts, ' . ')})`;
    case 'call': {
      const named = Object.entries(expr.named ?? {}).map(([key, value]) => `${key}: ${shownExpr(value)}`);
      return `${shownExpr(expr.of)}(${[...expr.args.map(shownExpr), ...named].join(', ')})`;
    }
    case 'command':
      return `<${all(expr.words, ' ')}${expr.input ? ` < ${shownExpr(expr.input)}` : ''}>`;
    case 'list':
      return `[${all(expr.items, ', ')}]`;
    case 'record':
      return `{${expr.entries.map(([key, value]) => `${shownExpr(key)}: ${shownExpr(value)}`).join(', ')}}`;
    case 'function':
      return `fn(${expr.fn.params.join(', ')}) ${block(expr.fn.steps)}`;
    case 'each':
      return `each(${shownExpr(expr.target)} of ${shownExpr(expr.of)}: ${shownExpr(expr.body)})`;
    case 'any':
      return `any(${all(expr.of, ' | ')})`;
  }
}

function shownStep(step: Step): string {
  switch (step.does) {
    case 'set':
      return `${shownExpr(step.target)} = ${shownExpr(step.value)}`;
    case 'run':
      return shownExpr(step.value);
    case 'give':
      return `give ${shownExpr(step.value)}`;
    case 'define':
      return `def ${step.name} ${block(step.fn.steps)}`;
    case 'import':
      return `import ${step.from} ${step.name} as ${step.as}`;
    case 'maybe':
      return `maybe ${step.branches.map(block).join(' or ')}`;
    case 'loop':
      return `loop(${shownExpr(step.target)} of ${shownExpr(step.of)}) ${block(step.steps)}`;
    case 'write':
      return `${shownExpr(step.to)} ${step.append ? '<<<' : '<<'} ${shownExpr(step.value)}`;
  }
}

/** Every line that a program names. */
export function linesOf(program: Program): number[] {
  const lines: number[] = [];
  JSON.stringify(program, (key, value) => {
    if (key === 'at') lines.push(value);
    return value;
  });
  return lines;
}
