/**
 * Which branches of the code an execution went through. Modules are instrumented as they are loaded: a counter for each
 * branch, and the operands of comparisons, which say what an input would have to hold to get further.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** What is instrumented: our own parsers, and those of others that do the reading for them. */
const instrumented =
  /\/(?:origin|scripts|mirror)\/.*\.ts$|\/node_modules\/(?:yaml|yauzl|openid-client|oauth4webapi)\/.*\.m?js$/;

const most = 1 << 16;
/** How often each branch was taken since `reset`, modulo 256. */
const counters = new Uint8Array(most);
/** Four of them at a time: most are 0. */
const words = new Uint32Array(counters.buffer);
let branches = 0;

/** Texts and numbers that the code compares with, or looks for. */
export const literals = new Set<string>();

/** Operands of the latest comparisons that failed. */
export const compared: [string | number, string | number][] = [];
const kept = 64;
let place = 0;

function compare(a: unknown, b: unknown): boolean {
  const isText = typeof a === 'string' && typeof b === 'string' && a.length < 64;
  if (a !== b && (isText || (typeof a === 'number' && typeof b === 'number'))) {
    compared[place] = [a, b];
    place = (place + 1) % kept;
  }
  return a === b;
}

/** From now on, what is imported counts. */
export function instrument(): void {
  Object.assign(globalThis, { __branch: counters, __compare: compare });
  registerHooks({
    load(url, context, next) {
      if (!url.startsWith('file:') || !instrumented.test(url)) return next(url, context);
      const { format } = url.endsWith('.ts') ? { format: 'module' } : next(url, context);
      const file = fileURLToPath(url);
      return { format, source: withCounters(file, readFileSync(file, 'utf8')), shortCircuit: true };
    },
  });
}

export const reset = (): void => void counters.fill(0, 0, branches);

/** Counts fall into eight classes, a bit each, so that twice or a hundred times through a loop is something new. */
const classOf = Uint8Array.from({ length: 256 }, (_, count) => (count === 0 ? 0 : 1 << Math.min(7, Math.log2(count))));
const seen = new Uint8Array(most);

/** Whether this execution did what none before it did; from then on it is known. */
export function isNew(): boolean {
  let fresh = false;
  for (let at = 0; at < branches; at += 1) {
    if (at % 4 === 0 && words[at / 4] === 0) {
      at += 3;
      continue;
    }
    const bit = classOf[counters[at] as number] as number;
    if ((bit & ~(seen[at] as number)) === 0) continue;
    seen[at] = (seen[at] as number) | bit;
    fresh = true;
  }
  return fresh;
}

/** Branches that were taken, of all that were loaded. */
export const coverage = () => ({ covered: seen.subarray(0, branches).filter((bits) => bits > 0).length, branches });

function withCounters(fileName: string, source: string): string {
  const isOurs = !fileName.includes('/node_modules/');
  const { outputText } = ts.transpileModule(source, {
    fileName,
    transformers: { before: [(context) => (file) => ts.visitNode(file, visitor(context, isOurs)) as ts.SourceFile] },
    compilerOptions: {
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: fileName.endsWith('.ts'),
    },
  });
  return outputText;
}

const { factory } = ts;
const name = (text: string) => factory.createIdentifier(text);

function counter(): ts.Expression {
  if (branches === most) return factory.createNumericLiteral(0);
  const place = factory.createElementAccessExpression(name('__branch'), branches);
  branches += 1;
  return factory.createPostfixIncrement(place);
}

const counted = (expression: ts.Expression): ts.Expression =>
  factory.createParenthesizedExpression(factory.createComma(counter(), expression));
const statement = (): ts.Statement => factory.createExpressionStatement(counter());
const block = (body: ts.Statement): ts.Block =>
  factory.createBlock([statement(), ...(ts.isBlock(body) ? body.statements : [body])], true);

const lazy = [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken];

function visitor(context: ts.TransformationContext, isOurs: boolean): ts.Visitor {
  const visit: ts.Visitor = (before) => {
    if (isOurs && (ts.isStringLiteralLike(before) || ts.isNumericLiteral(before))) note(before.text);
    if (ts.isImportDeclaration(before) || ts.isExportDeclaration(before) || ts.isTypeNode(before)) return before;
    const node = ts.visitEachChild(before, visit, context);
    if (ts.isIfStatement(node)) {
      const otherwise = node.elseStatement ?? factory.createBlock([]);
      return factory.updateIfStatement(node, node.expression, block(node.thenStatement), block(otherwise));
    }
    if (ts.isConditionalExpression(node)) {
      const { condition, questionToken, whenTrue, colonToken, whenFalse } = node;
      return factory.updateConditionalExpression(
        node,
        condition,
        questionToken,
        counted(whenTrue),
        colonToken,
        counted(whenFalse),
      );
    }
    if (ts.isCaseClause(node) || ts.isDefaultClause(node)) {
      const statements = [statement(), ...node.statements];
      return ts.isCaseClause(node)
        ? factory.updateCaseClause(node, node.expression, statements)
        : factory.updateDefaultClause(node, statements);
    }
    if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) {
      const { modifiers, typeParameters, parameters, type, equalsGreaterThanToken: arrow } = node;
      return factory.updateArrowFunction(node, modifiers, typeParameters, parameters, type, arrow, counted(node.body));
    }
    if (ts.isBlock(node) && !isDirected(node)) return block(node);
    if (!ts.isBinaryExpression(node)) return node;
    const { left, operatorToken, right } = node;
    if (lazy.includes(operatorToken.kind))
      return factory.updateBinaryExpression(node, left, operatorToken, counted(right));
    const isEqual = operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken;
    if (!isEqual && operatorToken.kind !== ts.SyntaxKind.ExclamationEqualsEqualsToken) return node;
    const call = factory.createCallExpression(name('__compare'), undefined, [left, right]);
    return isEqual ? call : factory.createLogicalNot(call);
  };
  return visit;
}

/** A directive has to stay the first. */
const isDirected = ({ statements: [first] }: ts.Block): boolean =>
  first !== undefined && ts.isExpressionStatement(first) && ts.isStringLiteral(first.expression);

function note(text: string): void {
  if (text.length > 1 && text.length < 40) literals.add(text);
}
