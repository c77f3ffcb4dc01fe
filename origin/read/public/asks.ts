/** What a version newly asks for: the difference of two records that were stored with the versions. */
import type { Output } from '../../contract/operations.ts';
import { programsFirst } from '../../contract/words/does.ts';
import type { Capabilities } from '../../scan/capabilities/capabilities.ts';
import { newlyDoes } from '../../scan/capabilities/newly.ts';

type Asks = Omit<Output<'getSkillVersionDiff'>['asks'], 'token_count'>;

/** Where a version has no record yet, nothing is known, and nothing is said to be complete. */
export function asksOf(before: Capabilities | undefined, after: Capabilities | undefined): Asks {
  const news = before && after ? newlyDoes(before, after) : undefined;
  const names = (list: readonly { name: string; path: string }[] = []): string[] =>
    programsFirst(list).map(({ name }) => name);
  return {
    commands: names(news?.programs),
    domains: names(news?.hosts),
    environment: names(news?.variables),
    allowed_tools: names(news?.tools),
    files_read: names(news?.filesRead),
    files_written: names(news?.filesWritten),
    packages: names(news?.packages),
    agent_config: names(news?.agentConfig),
    does: names(news?.acts),
    complete: news?.isWhole ?? false,
  };
}
