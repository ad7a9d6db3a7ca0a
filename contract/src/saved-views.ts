import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ColumnSetting } from './login.ts'
import { Id, BodyId, Version } from './paging.ts'
import { Right } from './right-codes.ts'

/** The lists that keep views by name. */
const viewLists = ['cases', 'batchCases', 'batches', 'audit', 'callbacks', 'complaints', 'contacts', 'reports'] as const
export type ViewList = (typeof viewLists)[number]

/** Who may see the list may have views of it. */
export const rightsOfLists: Record<ViewList, number> = {
  cases: Right.viewCases,
  batchCases: Right.viewCases,
  batches: Right.viewBatches,
  audit: Right.viewAudit,
  callbacks: Right.viewCases,
  complaints: Right.viewCases,
  contacts: Right.viewContacts,
  /** What a report is made of; who may make one of scripts alone has none of batches. */
  reports: Right.viewCases,
}

/** One user's views of one list at one customer. */
export const savedViewsMax = 50
export const viewNameMax = 60
/** The columns of a report stand in one value, each with its heading. */
const viewValueMax = 10_000

const parts = {
  name: z.string().check(z.trim(), z.minLength(1, 'view.nameMissing'), z.maxLength(viewNameMax)),
  shared: z.boolean(),
  /** Filters and order as they stand in the address. */
  filters: z
    .record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(viewValueMax)))
    .check(z.refine((filters) => Object.keys(filters).length <= 40)),
  columns: z.array(ColumnSetting).check(z.maxLength(100)),
}

/** What a list shows, by name: filters and order as in the address, and columns. */
export const SavedView = z.object({
  viewID: z.number(),
  list: z.enum(viewLists),
  ...parts,
  /** Made by the caller. */
  mine: z.boolean(),
  by: z.string(),
  /** Its maker may change it, and of a shared one who may share. */
  mayChange: z.boolean(),
  version: z.number(),
})
export type SavedView = z.infer<typeof SavedView>

const anyList = { right: [Right.viewBatches, Right.viewCases, Right.viewAudit, Right.viewContacts] } as const
const ViewId = z.object({ viewID: Id })

export const savedViewApi = {
  list: endpoint({
    method: 'GET',
    path: '/saved-views',
    access: anyList,
    summary:
      'My views of a list and those that are shared; one that searches for a person is shown only to its maker and to who may see personal data',
    query: z.object({ customerID: Id, list: z.enum(viewLists) }),
    response: z.array(SavedView),
  }),
  add: endpoint({
    method: 'POST',
    path: '/saved-views',
    access: anyList,
    summary: 'Keep a view by name; sharing it asks 611',
    body: z.object({ customerID: BodyId, list: z.enum(viewLists), ...parts }),
    response: SavedView,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/saved-views/:viewID',
    access: anyList,
    summary: 'Rename, share or keep what is shown now; can be taken back for ten minutes',
    savedAs: [{ entity: 'savedView', param: 'viewID' }],
    params: ViewId,
    body: z.object({ ...parts, version: Version }),
    response: SavedView,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/saved-views/:viewID',
    access: anyList,
    summary: 'Remove a view; can be taken back for ten minutes',
    params: ViewId,
  }),
}
