import type { Config } from '../server/src/platform/config.ts'
import type { ReadyDatabase } from './open-own-database.ts'

/** What `npm start` says when the product is ready. */
export function describeStart(config: Config, { postgres, demo }: ReadyDatabase): string {
  return [
    '',
    `Regie is ready: ${config.publicUrl}`,
    postgres ? `Data: ${config.dataDir}` : 'Data: the PostgreSQL of DATABASE_URL',
    ...(demo ? [`Demo sign-ins: ${demo.usernames.join(', ')}`, passwordLine(demo.password, config)] : []),
    ...(demo?.isPastComing ? ['The past of the demo (a year, 6,000 cases) is being written: sign in, the lists fill while you look.'] : []),
    ...(demo && config.demoSpeed > 0 ? ['Simulated debtors of the demo read, pay and answer; DEMO_SPEED=0 keeps them still.'] : []),
    'Ctrl-C ends everything.',
    '',
  ].join('\n')
}

function passwordLine(password: string | null, config: Config): string {
  if (config.demoPassword !== null) return 'Their password: the one of DEMO_PASSWORD'
  if (password !== null) return `Their password: ${password}  (shown this once; start with DEMO_PASSWORD=… to set another)`
  return 'Their password: the one shown at the first start; start with DEMO_PASSWORD=… to set another'
}
