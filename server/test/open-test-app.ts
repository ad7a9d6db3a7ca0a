import { rmSync } from 'node:fs'
import type { CallOf, Endpoint, ResponseOf } from '@regie/contract/endpoint.ts'
import { openGateways } from '../src/gateways/open-gateways.ts'
import { openLiveHub } from '../src/live/live-hub.ts'
import { buildHttpApp } from '../src/main/build-http-app.ts'
import { sessionCookieName } from '../src/modules/sessions/session-cookie.ts'
import { readConfig } from '../src/platform/config.ts'
import { openBudgetDatabases } from '../src/platform/db/budget-databases.ts'
import { openNotifications } from '../src/platform/db/notify.ts'
import { type Log, openLog } from '../src/platform/log.ts'
import type { Services } from '../src/services.ts'
import { openBuilders, type Staff } from './builders.ts'
import { fakeClock } from './fake-clock.ts'
import { type Fill, openTestDatabase } from './open-test-database.ts'
import { makeTempFolder } from './make-temp-folder.ts'

export type TestAnswer<Body> = { status: number; body: Body; headers: Record<string, unknown>; text: string; bytes: Buffer }
type Request = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
type CallArgs<E> = keyof CallOf<E> extends never ? [request?: Record<string, never>] : [request: CallOf<E>]
export type TestApp = Awaited<ReturnType<typeof openTestApp>>

type Options = {
  env?: NodeJS.ProcessEnv
  start?: string
  /** The second wall alone: handlers hear that the caller serves everybody, and only the database knows better. */
  forgetsCustomers?: boolean
  /** For who wants to read what is written. */
  log?: Log
  /** Fills an empty database in place of the clone of the template. */
  fill?: Fill
}

/** The whole API on a database of its own, with simulated providers and a clock that stands still. `close` it when done. */
export async function openTestApp({ env = {}, start, forgetsCustomers = false, log: given, fill }: Options = {}) {
  const database = await openTestDatabase(fill)
  // What a test builds and looks at is the owner's; what it calls by itself works for all, as a job does; the api serves the customers that the request may see.
  const { db, pool } = database.owner
  const { url } = database
  const databases = openBudgetDatabases(url, { log: { warn: () => undefined } })
  const clock = fakeClock(start)
  const log = given ?? openLog(process.env.TEST_LOG ?? 'silent')
  const config = readConfig({ DATA_DIR: makeTempFolder('app'), ...env })
  const gateways = openGateways(config, { db: database.db, clock, log })
  const services: Services = { db: database.db, pool: database.pool, clock, log, config, gateways }
  const notifications = await openNotifications(url, { log })
  const hub = await openLiveHub(notifications, log)
  const app = await buildHttpApp({ ...services, ...databases.screen }, hub, {
    databases,
    checksAnswers: true,
    ...(forgetsCustomers && { forgetsCustomers }),
  })
  const origin = new URL(config.publicUrl).origin
  const build = openBuilders({ db, clock })

  /** Calls an endpoint as a browser page of ours would: `await call(batchApi.get, { params: { batchID } }).as(staff)`. */
  function call<E extends Endpoint>(endpoint: E, ...[request]: CallArgs<E>) {
    const send = (staff: Staff | null, headers: Record<string, string> = {}) =>
      inject<ResponseOf<E>>(endpoint, (request ?? {}) as Request, { ...(staff && { cookie: cookieOf(staff) }), ...headers })
    return { as: send, asNobody: (headers?: Record<string, string>) => send(null, headers) }
  }

  async function inject<Body>(
    endpoint: Endpoint,
    { params = {}, query = {}, body }: Request,
    headers: Record<string, string>,
  ): Promise<TestAnswer<Body>> {
    const filled = endpoint.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(params[name])))
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)] as [string, string])).toString()
    const answer = await app.inject({
      method: endpoint.method,
      url: `/api${filled}${search && `?${search}`}`,
      headers: { origin, host: new URL(origin).host, ...headers },
      ...(body !== undefined && { payload: body as object }),
    })
    const isJson = String(answer.headers['content-type']).includes('json')
    return {
      status: answer.statusCode,
      body: (isJson ? answer.json() : undefined) as Body,
      headers: answer.headers,
      text: answer.body,
      bytes: answer.rawPayload,
    }
  }

  const cookieOf = (staff: Staff) => `${sessionCookieName(config.publicUrl)}=${staff.secret}`

  return {
    app,
    db,
    pool,
    build,
    call,
    clock,
    services,
    hub,
    origin,
    /** For who opens connections of another process. */
    databaseUrl: url,
    cookieOf,
    async close() {
      await app.close()
      hub.close()
      await notifications.close()
      await gateways.close()
      await databases.close()
      await database.drop()
      rmSync(config.dataDir, { recursive: true, force: true })
    },
  }
}
