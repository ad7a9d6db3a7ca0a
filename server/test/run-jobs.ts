import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { JobName } from '@regie/contract/system.ts'
import { allJobHandlers } from '../src/main/all-job-handlers.ts'
import { simulatedPostDir } from '../src/modules/system-mail/simulated-post.ts'
import type { Services } from '../src/services.ts'

type Waiting = { id: string; name: JobName; data: object }

/** Runs the jobs that wait, and those that they bring about, as an engine would. */
export async function runJobs(services: Services): Promise<void> {
  const handlers = allJobHandlers(services) as Record<JobName, (payload: object, run: object) => Promise<void>>
  for (;;) {
    const { rows } = await services.pool.query<Waiting>(
      `update pgboss.job set state = 'completed', completed_on = now()
       where id = (select id from pgboss.job where state < 'active' order by created_on, id limit 1)
       returning id, name, data`,
    )
    const [job] = rows
    if (!job) return
    await handlers[job.name](job.data, { id: job.id, attempt: 1, isLastAttempt: true, signal: new AbortController().signal })
  }
}

/** What was sent to staff until now, oldest first, each as the text of a person's mailbox or phone. */
export async function readPost(services: Services): Promise<string[]> {
  await runJobs(services)
  const dir = simulatedPostDir(services.config.dataDir)
  try {
    return readdirSync(dir)
      .map((name) => ({ id: Number(/system-(\d+)/.exec(name)?.[1]), text: readFileSync(path.join(dir, name), 'utf8') }))
      .sort((one, other) => one.id - other.id)
      .map(({ text }) => text)
  } catch {
    return []
  }
}

/** The token of the last link that was mailed. */
export async function lastLink(services: Services): Promise<string> {
  const links = (await readPost(services)).flatMap((text) => [...text.matchAll(/\/change\/([\w-]+)/g)].map((found) => found[1] ?? ''))
  return links.at(-1) ?? ''
}
