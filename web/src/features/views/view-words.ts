import type { ViewList } from '@regie/contract/saved-views.ts'

/** Of a list one keeps views; of a report, what it is made of. */
export const viewWords = (list: ViewList) => (list === 'reports' ? 'reports.definitions' : 'views')
