import { spawn } from 'node:child_process'

/** A test of the server at a size of its own, by its environment. What it printed; `isFine` is false when one failed. */
export async function runServerTest(file: string, env: Record<string, string>): Promise<{ isFine: boolean; output: string }> {
  const run = spawn('vitest', ['run', '--project', 'server', file], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: string[] = []
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (data) => output.push(String(data)))
  const code = await new Promise<number | null>((resolve, reject) => run.on('error', reject).on('close', resolve))
  return { isFine: code === 0, output: output.join('') }
}
