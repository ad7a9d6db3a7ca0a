import websocket from '@fastify/websocket'
import { livePath, type LiveTopic } from '@regie/contract/live-events.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { openLiveCallers } from '../live/live-callers.ts'
import { openLiveDesk } from '../live/live-desk.ts'
import type { LiveHub } from '../live/live-hub.ts'
import { openLivePresence } from '../live/live-presence.ts'
import { closeCode, serveLiveSocket } from '../live/live-socket.ts'
import { listBatchRows } from '../modules/batches/batch-queries.ts'
import { findScript } from '../modules/flows/script-queries.ts'
import { findCustomerOfCase } from '../modules/cases/case-queries.ts'
import { enterCase, keepPresence, leaveCase, listPresent } from '../live/presence.ts'
import { findImport } from '../modules/imports/import-queries.ts'
import { findCaller } from '../modules/sessions/find-caller.ts'
import { findCallers } from '../modules/sessions/find-callers.ts'
import { readSessionCookie } from '../modules/sessions/session-cookie.ts'
import type { MaintenanceMemory } from '../modules/maintenance/maintenance-memory.ts'
import { AppError } from '../platform/app-error.ts'
import { withAllCustomers, withCustomers } from '../platform/db/scope.ts'
import type { Caller } from '../platform/http/caller.ts'
import { isOurOrigin } from '../platform/http/origin-check.ts'
import type { Services } from '../services.ts'
import type { Gate } from './maintenance-gate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** How far this process knew of changes of rights when the caller was looked up. */
    changesSeen: number
  }
}

const messageBytesMax = 4_096
const socketsPerUserMax = 50

type Around = { hub: LiveHub; maintenance: MaintenanceMemory; gate: Gate }

/** GET /api/live: the one socket of a browser tab. Cookie and origin are checked at the handshake: a socket has no other door. */
export async function mountLiveSocket(api: FastifyInstance, services: Services, { hub, maintenance, gate }: Around): Promise<void> {
  const { config, log } = services
  const listRows = (customerId: number, batchIds: readonly number[]) =>
    withCustomers([customerId], () => listBatchRows(services, customerId, batchIds))
  // Who has not come all the way in - a code, a factor or a new password is still owed - hears nothing either.
  const callerOf = async (secret: string | undefined) => {
    const caller = await withAllCustomers(() => findCaller(services, secret))
    return caller?.stage === 'full' ? caller : null
  }
  const { db, pool } = services
  const desk = openLiveDesk({
    hub,
    log,
    listBatchRows: listRows,
    listPresent: (customerId, caseId) => withAllCustomers(() => listPresent(db, customerId, caseId)),
  })
  const presence = openLivePresence({
    log,
    store: {
      enter: (caller, window) =>
        withCustomers(caller.customerIds, async () => {
          await enterCase(db, { ...window, customerId: await findCustomerOfCase(pool, caller, window.caseId) })
        }),
      leave: (caller, window) =>
        withCustomers(caller.customerIds, async () => {
          await leaveCase(db, { ...window, customerId: await findCustomerOfCase(pool, caller, window.caseId) })
        }),
      keep: (sockets) => withAllCustomers(() => keepPresence(db, sockets)),
    },
  })
  const liveCallers = openLiveCallers({ hub, log, findCallers: (secrets) => withAllCustomers(() => findFullCallers(services, secrets)) })
  const socketsOf = new Map<number, number>()
  await api.register(websocket, {
    options: { maxPayload: messageBytesMax, perMessageDeflate: false },
    // 1012: the server restarts; browsers come back by themselves.
    preClose(done) {
      desk.close()
      presence.close()
      liveCallers.close()
      for (const socket of this.websocketServer.clients) socket.close(1012, 'restarting')
      this.websocketServer.close(() => done())
    },
  })
  const options = {
    websocket: true,
    async onRequest(request: FastifyRequest) {
      if (!isOurOrigin(request.headers.origin, request.host, config.publicUrl)) throw new AppError('error.originRefused')
      request.changesSeen = liveCallers.changes()
      request.caller = await callerOf(readSessionCookie(request, config))
      gate({ method: 'GET', path: livePath }, request.caller)
      if (!request.caller) throw new AppError('login.required')
      if ((socketsOf.get(request.caller.userId) ?? 0) >= socketsPerUserMax) throw new AppError('error.tooManyRequests')
    },
  } as const
  api.get('/live', options, (socket, request) => {
    const { caller } = request
    if (!caller) return socket.close(closeCode.signedOut)
    const { userId } = caller
    socketsOf.set(userId, (socketsOf.get(userId) ?? 0) + 1)
    socket.on('close', () => socketsOf.set(userId, (socketsOf.get(userId) ?? 1) - 1))
    const secret = readSessionCookie(request, config) ?? ''
    serveLiveSocket(socket, {
      desk,
      presence,
      caller,
      watchCaller: (listener) => liveCallers.watch(secret, request.changesSeen, listener),
      onMaintenance: maintenance.onBegin,
      mayFollow: (asking, topic) => withCustomers(asking.customerIds, () => mayFollow(services, asking, topic)),
    })
  })
}

async function findFullCallers(services: Services, secrets: readonly string[]) {
  const callers = await findCallers(services, secrets)
  return new Map([...callers].filter(([, { stage }]) => stage === 'full'))
}

/** Whoever began a bulk entry follows it. */
async function isBulkOf(db: Services['db'], caller: Caller, bulkId: number): Promise<boolean> {
  const job = await db.selectFrom('bulk_jobs').select('user_id').where('id', '=', bulkId).executeTakeFirst()
  return job?.user_id === caller.userId
}

async function mayFollow({ db, pool }: Services, caller: Caller, topic: LiveTopic): Promise<boolean> {
  try {
    if (topic.topic === 'batches') return caller.rights.includes(Right.viewBatches) && caller.customerIds.includes(topic.customerID)
    if (topic.topic === 'script')
      return caller.rights.includes(Right.viewScripts) && caller.customerIds.includes((await findScript(db, topic.scriptID)).customerID)
    if (topic.topic === 'bulk') return isBulkOf(db, caller, topic.bulkID)
    if (topic.topic === 'case' || topic.topic === 'presence')
      return caller.rights.includes(Right.viewCases) && (await findCustomerOfCase(pool, caller, topic.caseID)) > 0
    return caller.rights.includes(Right.uploadFiles) && caller.customerIds.includes((await findImport(db, topic.importID)).customer_id)
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
