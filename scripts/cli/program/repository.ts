/** Where the sources of a package stand, for a package registry that says and proves it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * The address of the repository: of the CI that runs this, else of the checkout's remote `origin`. Undefined where there is
 * neither, or one that nobody else could open.
 */
export async function repositoryOf(
  folder: string,
  environment: Record<string, string | undefined> = process.env,
): Promise<string | undefined> {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name, CI_PROJECT_URL: project } = environment;
  if (server && name) return `${server}/${name}`;
  if (project) return project;
  const asked = promisify(execFile)('git', ['remote', 'get-url', 'origin'], { cwd: folder });
  const remote = await asked.then(({ stdout }) => stdout.trim()).catch(() => '');
  const [, host, path] =
    /^(?:https:\/\/(?:[^@/]*@)?|(?:ssh:\/\/)?git@)([\w.-]+)[:/](.+?)(?:\.git)?\/?$/.exec(remote) ?? [];
  return host && path ? `https://${host}/${path}` : undefined;
}
