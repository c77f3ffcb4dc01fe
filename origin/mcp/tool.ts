/** One tool: pure but for what it reads, a result in the contract's shape and the same as text for models. */
import type { ToolInput, ToolName, ToolOutput } from '../contract/clients/mcp.ts';
import type { KitReading } from './kit.ts';

/** Errors: `ToolRefusal`. */
export type Tool<N extends ToolName> = (
  reading: KitReading,
  input: ToolInput<N>,
) => Promise<{ result: ToolOutput<N>; texts: string[] }>;

/** What a tool can't do for this caller, in a sentence that a model can act on. */
export class ToolRefusal extends Error {}
