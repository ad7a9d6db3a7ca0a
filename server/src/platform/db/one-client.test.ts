import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { installJobs } from '../../jobs/install-jobs.ts'
import { applicationUrl } from './app-role.ts'
import { isDatabaseAway } from './database-trouble.ts'
import { openDatabase } from './database.ts'
import { openNotifications } from './notify.ts'

// As PostgreSQL says them (protocol 3.0): signed in, ready for a question, and ended by an administrator.
const signedIn = message('R', Buffer.alloc(4))
const ready = message('Z', Buffer.from('I'))
const answered = message('C', Buffer.from('SELECT 0\0'))
const ended = message('E', Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'))

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const ways: [string, (url: string) => Promise<unknown>][] = [
  ['one that asks what it may', applicationUrl],
  ['one that listens', (url) => openNotifications(url, { log })],
  ['one of a pool', (url) => sql`select 1`.execute(openDatabase(url, { log }).db)],
]

const isNothingOrAway = (error: unknown) => error === undefined || isDatabaseAway(error)

test.each([...ways, ['one of the job list', installJobs] as const])(
  'a connection that is cut the moment it stands is the database being away, and ends no process: %s',
  async (_, open) => {
    // A busy process reads both in one go, when nothing is asked yet.
    expect(await whenServerSays(open, Buffer.concat([signedIn, ready, ended]))).toSatisfy(isNothingOrAway)
  },
)

test.each(ways)('so is one that is cut between two questions: %s', async (_, open) => {
  const answers = [Buffer.concat([signedIn, ready]), Buffer.concat([answered, ready, ended])]
  expect(await whenServerSays(open, ...answers)).toSatisfy(isNothingOrAway)
})

/** What a process that starts makes of a server that says this on each connection, one after the next thing it is told. */
async function whenServerSays(open: (url: string) => Promise<unknown>, ...answers: Buffer[]): Promise<unknown> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    let heard = 0
    socket.on('error', () => undefined)
    socket.on('data', () => {
      const answer = answers[heard++]
      if (answer) socket.write(answer)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    return await open(`postgres://app@127.0.0.1:${port}/regie`).then(
      () => undefined,
      (error: unknown) => error,
    )
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type, 'latin1')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
