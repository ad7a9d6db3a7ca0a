import websocket from '@fastify/websocket'
import { livePath } from '@regie/contract/live-events.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { openLiveCallers } from '../live/live-callers.ts'
import { openLiveDesk } from '../live/live-desk.ts'
import type { LiveHub } from '../live/live-hub.ts'
import { openLivePresence } from '../live/live-presence.ts'
import { closeCode, serveLiveSocket } from '../live/live-socket.ts'
import { findCustomerOfCase } from '../modules/cases/case-queries.ts'
import { enterCase, keepPresence, leaveCase } from '../live/presence.ts'
import { findCaller } from '../modules/sessions/find-caller.ts'
import { findCallers } from '../modules/sessions/find-callers.ts'
import { readSessionCookie } from '../modules/sessions/session-cookie.ts'
import type { MaintenanceMemory } from '../modules/maintenance/maintenance-memory.ts'
import { AppError } from '../platform/app-error.ts'
import { withAllCustomers, withCustomers } from '../platform/db/scope.ts'
import { isOurOrigin } from '../platform/http/origin-check.ts'
import type { Services } from '../services.ts'
import { liveTopicTable, mayFollowTopic } from './live-topic-table.ts'
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
  const topics = liveTopicTable(services)
  // Who has not come all the way in - a code, a factor or a new password is still owed - gets no events either.
  const callerOf = async (secret: string | undefined) => {
    const caller = await withAllCustomers(() => findCaller(services, secret))
    return caller?.stage === 'full' ? caller : null
  }
  const { db, pool } = services
  const desk = openLiveDesk({ hub, topics, log })
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
      gate({ method: 'GET', path: livePath, access: 'loggedIn' }, request.caller)
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
      stalledMs: config.stalledMs.live,
      mayFollow: (asking, topic) => mayFollowTopic(topics, asking, topic),
    })
  })
}

async function findFullCallers(services: Services, secrets: readonly string[]) {
  const callers = await findCallers(services, secrets)
  return new Map([...callers].filter(([, { stage }]) => stage === 'full'))
}
