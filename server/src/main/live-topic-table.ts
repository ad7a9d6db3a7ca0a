import type { LiveEvent, LiveTopic } from '@regie/contract/live-events.ts'
import { mayCall } from '@regie/contract/endpoint.ts'
import { deskApi } from '@regie/contract/desk.ts'
import { homeApi } from '@regie/contract/home.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { wallboardApi } from '@regie/contract/wallboard.ts'
import type { LiveTopicTable } from '../live/live-topics.ts'
import { listPresent } from '../live/presence.ts'
import { listBatchRows } from '../modules/batches/batch-queries.ts'
import { findCustomerOfCase } from '../modules/cases/case-queries.ts'
import { findScript } from '../modules/flows/script-queries.ts'
import { isOwnDemo } from '../modules/demos/demo-queries.ts'
import { findMonitorNews } from '../modules/monitor/monitor-queries.ts'
import { findImport } from '../modules/imports/import-queries.ts'
import { findWallboard } from '../modules/wallboard/find-wallboard.ts'
import { AppError } from '../platform/app-error.ts'
import { withAllCustomers, withCustomers } from '../platform/db/scope.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'

// Rows and names are read once in so long, however often they change.
const gatherMs = 250
// Whole views are many rows: less often, and on screen within a second with the reading and the sending.
const viewMs = 700

const kindsOfHome = ['batch.changed', 'case.changed', 'cases.changed', 'import.changed', 'statement.changed'] as const
type EventOfHome = Extract<LiveEvent, { kind: (typeof kindsOfHome)[number] }>
const isOfHome = (event: LiveEvent): event is EventOfHome => kindsOfHome.some((kind) => kind === event.kind)

const customerOf = (event: LiveEvent) => ('customerId' in event ? event.customerId : 0)

/** All that screens may follow: who may, which events are about it, and what they get. */
export function liveTopicTable(services: Services): LiveTopicTable {
  const { db, pool, clock } = services
  const seesCase = async (caller: Caller, caseId: number) =>
    caller.rights.includes(Right.viewCases) && (await findCustomerOfCase(pool, caller, caseId)) > 0
  return {
    batches: {
      key: ({ customerID }) => customerID,
      mayFollow: (caller, { customerID }) => caller.rights.includes(Right.viewBatches) && caller.customerIds.includes(customerID),
      touched: (event) =>
        event.kind === 'batch.changed' || event.kind === 'cases.changed' ? [{ key: event.customerId, item: event.batchId }] : [],
      gather: {
        ms: gatherMs,
        read: (customerId, batchIds) =>
          withCustomers([customerId], async () => ({ upsert: await listBatchRows(services, customerId, batchIds) })),
      },
    },
    customer: {
      key: ({ customerID }) => customerID,
      mayFollow: (caller, { customerID }) => mayCall(caller.rights, homeApi.get) && caller.customerIds.includes(customerID),
      touched: (event) => (isOfHome(event) ? [{ key: event.customerId, item: event.customerId }] : []),
      gather: { ms: 1000, read: () => Promise.resolve({ changed: true }) },
    },
    case: {
      key: ({ caseID }) => caseID,
      mayFollow: async (caller, { caseID }) => (await seesCase(caller, caseID)) || isOwnDemo(db, caller, caseID),
      touched: (event) => {
        if (event.kind === 'case.changed') return [{ key: event.caseId, item: event.caseId }]
        return event.kind === 'cases.changed' ? event.caseIds.map((id) => ({ key: id, item: id })) : []
      },
    },
    inbox: {
      key: ({ customerID }) => customerID,
      mayFollow: (caller, { customerID }) => caller.rights.includes(Right.inbox) && caller.customerIds.includes(customerID),
      touched: (event) => (event.kind === 'conversation.changed' ? [{ key: event.customerId, item: event.conversationId }] : []),
      gather: { ms: 500, read: () => Promise.resolve({ changed: true }) },
    },
    chat: {
      key: ({ customerID }) => customerID,
      mayFollow: (caller, { customerID }) => caller.rights.includes(Right.chat) && caller.customerIds.includes(customerID),
      touched: (event) => (event.kind === 'chat.changed' ? [{ key: event.customerId, item: event.channelId }] : []),
      gather: { ms: 300, read: () => Promise.resolve({ changed: true }) },
    },
    pairing: {
      key: ({ customerID }) => customerID,
      mayFollow: (caller, { customerID }) => caller.rights.includes(Right.pairWhatsapp) && caller.customerIds.includes(customerID),
      touched: (event) => (event.kind === 'pairing.changed' ? [{ key: event.customerId, item: event.providerId }] : []),
    },
    import: {
      key: ({ importID }) => importID,
      mayFollow: async (caller, { importID }) =>
        caller.rights.includes(Right.uploadFiles) && caller.customerIds.includes((await findImport(db, importID)).customer_id),
      touched: (event) => (event.kind === 'import.changed' ? [{ key: event.importId, item: event.importId }] : []),
    },
    bulk: {
      key: ({ bulkID }) => bulkID,
      // Whoever began it follows it.
      mayFollow: async (caller, { bulkID }) => {
        const job = await db.selectFrom('bulk_jobs').select('user_id').where('id', '=', bulkID).executeTakeFirst()
        return job?.user_id === caller.userId
      },
      touched: (event) => (event.kind === 'bulk.changed' ? [{ key: event.bulkId, item: event.bulkId }] : []),
    },
    script: {
      key: ({ scriptID }) => scriptID,
      mayFollow: async (caller, { scriptID }) =>
        caller.rights.includes(Right.viewScripts) && caller.customerIds.includes((await findScript(db, scriptID)).customerID),
      touched: (event) => (event.kind === 'script.changed' ? [{ key: event.scriptId, item: event.scriptId }] : []),
    },
    notifications: {
      key: ({ userID }) => userID,
      mayFollow: (caller, { userID }) => caller.userId === userID,
      touched: (event) => (event.kind === 'notifications.changed' ? [{ key: event.userId, item: event.customerId }] : []),
    },
    monitor: {
      // Two kinds of watchers of a customer: who sees whole numbers, and who does not.
      key: ({ customerID, isWhole }) => customerID * 2 + Number(isWhole),
      mayFollow: (caller, { customerID, isWhole }) =>
        caller.rights.includes(Right.viewMonitor) &&
        (!isWhole || caller.rights.includes(Right.viewPersonalData)) &&
        caller.customerIds.includes(customerID),
      touched: (event) => {
        const caseIds = event.kind === 'case.changed' ? [event.caseId] : event.kind === 'cases.changed' ? event.caseIds : []
        return caseIds.flatMap((item) => [0, 1].map((isWhole) => ({ key: customerOf(event) * 2 + isWhole, item })))
      },
      gather: {
        ms: viewMs,
        read: (key, caseIds) => {
          const customerId = Math.floor(key / 2)
          return withCustomers([customerId], async () => ({
            monitor: await findMonitorNews(pool, customerId, caseIds, key % 2 === 1),
          }))
        },
      },
    },
    wallboard: {
      key: ({ customerID, numbers, agents, listens }) => customerID * 8 + Number(numbers) * 4 + Number(agents) * 2 + Number(listens),
      mayFollow: (caller, { customerID, numbers, agents, listens }) =>
        mayCall(caller.rights, wallboardApi.get) &&
        (!numbers || caller.rights.includes(Right.viewPersonalData)) &&
        (!agents || caller.rights.includes(Right.reportAgents)) &&
        (!listens || caller.rights.includes(Right.listenIn)) &&
        caller.customerIds.includes(customerID),
      touched: (event) =>
        event.kind === 'queue.changed' || event.kind === 'agent.changed'
          ? [0, 1, 2, 3, 4, 5, 6, 7].map((sight) => ({ key: event.customerId * 8 + sight, item: event.customerId }))
          : [],
      gather: {
        ms: viewMs,
        read: (key) => {
          const customerId = Math.floor(key / 8)
          const sight = { numbers: key % 8 >= 4, agents: key % 4 >= 2, listens: key % 2 === 1 }
          return withCustomers([customerId], async () => ({ wallboard: await findWallboard(db, customerId, sight, clock.now()) }))
        },
      },
    },
    queues: {
      key: ({ customerID }) => customerID,
      mayFollow: (caller, { customerID }) => mayCall(caller.rights, deskApi.find) && caller.customerIds.includes(customerID),
      touched: (event) =>
        event.kind === 'queue.changed' || event.kind === 'agent.changed' ? [{ key: event.customerId, item: event.customerId }] : [],
      gather: { ms: 1000, read: () => Promise.resolve({ changed: true }) },
    },
    agent: {
      key: ({ userID }) => userID,
      mayFollow: (caller, { userID }) => caller.userId === userID,
      touched: (event) => (event.kind === 'agent.changed' ? [{ key: event.userId, item: event.customerId }] : []),
    },
    presence: {
      key: ({ caseID }) => caseID,
      mayFollow: (caller, { caseID }) => seesCase(caller, caseID),
      touched: (event) => (event.kind === 'presence.changed' ? [{ key: event.caseId, item: event.customerId }] : []),
      gather: {
        ms: gatherMs,
        read: (caseId, [customerId = 0]) => withAllCustomers(async () => ({ present: await listPresent(db, customerId, caseId) })),
      },
    },
  }
}

/** May this caller follow this? What is not there, or another customer's, is refused alike. */
export async function mayFollowTopic(topics: LiveTopicTable, caller: Caller, topic: LiveTopic): Promise<boolean> {
  // The entry of a topic takes topics of its own name.
  const entry = topics[topic.topic] as { mayFollow(caller: Caller, topic: LiveTopic): boolean | Promise<boolean> }
  try {
    return await withCustomers(caller.customerIds, async () => entry.mayFollow(caller, topic))
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
