import type { ViewList } from '@regie/contract/saved-views.ts'

/** Of a list one keeps views; of a report, what it is made of. */
export function viewWords(list: ViewList) {
  return list === 'reports' ? ofDefinitions : ofViews
}

const ofViews = {
  title: 'views.title',
  button: 'views.button',
  open: 'views.open',
  all: 'views.all',
  none: 'views.none',
  saveAs: 'views.saveAs',
} as const

const ofDefinitions = {
  title: 'views.definitions.title',
  button: 'views.definitions.button',
  open: 'views.definitions.open',
  all: 'views.definitions.all',
  none: 'views.definitions.none',
  saveAs: 'views.definitions.saveAs',
} as const
