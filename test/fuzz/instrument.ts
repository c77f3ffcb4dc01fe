/** Puts counters into modules as they are loaded: one for each branch, and one that looks at operands of comparisons. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { globals, literals, newBranch } from './coverage.ts';

/** Our own parsers, and those of others that do the reading for them. */
const instrumented =
  /\/(?:origin|scripts|mirror|test\/fuzz\/planted)\/.*\.ts$|\/node_modules\/(?:yaml|yauzl|openid-client|oauth4webapi|markdown-it|linkify-it|ignore)\/.*\.m?js$/;

/** From now on, what is imported counts. */
export function instrument(): void {
  Object.assign(globalThis, globals);
  registerHooks({
    load(url, context, next) {
      if (!url.startsWith('file:') || !instrumented.test(url)) return next(url, context);
      const { format } = url.endsWith('.ts') ? { format: 'module' } : next(url, context);
      const file = fileURLToPath(url);
      return { format, source: withCounters(file, readFileSync(file, 'utf8')), shortCircuit: true };
    },
  });
}

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
  const branch = newBranch();
  if (branch === undefined) return factory.createNumericLiteral(0);
  return factory.createPostfixIncrement(factory.createElementAccessExpression(name('__branch'), branch));
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
