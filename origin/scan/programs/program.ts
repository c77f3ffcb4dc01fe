/**
 * A program as the scan sees it: what it computes from what, and what it calls, in the order of its text. Every language is
 * lowered to this, so that one interpreter follows data through all of them.
 */

import type { Tree } from './tree.ts';

export type Expr = (
  | { is: 'text'; text: string; isNumber?: true }
  /** A variable, a global, or a name that was imported. */
  | { is: 'name'; name: string }
  /** `a.b`, `a["b"]`, `a[0]`, `$env:B`. */
  | { is: 'member'; of: Expr; name: Expr }
  /** Concatenation and interpolation. */
  | { is: 'join'; parts: Expr[] }
  /** Calls and `new`; `await` is dropped. */
  | { is: 'call'; of: Expr; args: Expr[]; named?: Record<string, Expr> }
  /** A shell command: the program and its arguments. Its value is what it prints; a pipe into it is `input`. */
  | { is: 'command'; words: Expr[]; input?: Expr }
  | { is: 'list'; items: Expr[] }
  | { is: 'record'; entries: [key: Expr, value: Expr][] }
  | { is: 'function'; fn: Fn }
  /** A list of `body` for each of `of` that `target` is set to: comprehensions. */
  | { is: 'each'; target: Expr; of: Expr; body: Expr }
  /** One of these, or made of these: conditionals, operators, comprehensions. */
  | { is: 'any'; of: Expr[] }
) &
  At;

/** The line in the file, from 1. */
interface At {
  at: number;
}

export interface Fn {
  params: string[];
  steps: Step[];
  /** What a method calls its object: `self`, `this`. */
  self?: string;
}

export type Step =
  /** `target` is a name, a member, or a list of them. */
  (
    | { does: 'set'; target: Expr; value: Expr }
    | { does: 'run'; value: Expr }
    /** `return`, `yield`. */
    | { does: 'give'; value: Expr }
    | { does: 'define'; name: string; fn: Fn }
    /** `name` is empty where it is the module itself. */
    | { does: 'import'; from: string; name: string; as: string }
    /** Each may run or not: `if`, loops, `try`, `switch`, `&&`. */
    | { does: 'maybe'; branches: Step[][] }
    /** `steps` for each of `of`, to which `target` is set. */
    | { does: 'loop'; target: Expr; of: Expr; steps: Step[] }
    /** A redirection of a shell. */
    | { does: 'write'; to: Expr; value: Expr; append: boolean }
  ) &
    At;

export interface Program {
  /** In the bundle. */
  path: string;
  language: Language;
  steps: Step[];
  /** False where part of the text is no program of the language, or nests deeper than anyone writes. */
  isWhole: boolean;
}

/** Lowers a program; `firstLine` is where it begins, which is 1 but for a block within a Markdown file. */
export type Lower = (tree: Tree, path: string, firstLine: number) => Program;

export const grammarNames = [
  'bash',
  'powershell',
  'python',
  'javascript',
  'typescript',
  'tsx',
  'ruby',
  'go',
  'php',
] as const;

export type Language = (typeof grammarNames)[number];
