import { expect, test } from 'vitest'
import { batchFiltersQuery } from './batch-filters-query.ts'

const none = { q: '', status: '', imported: '', priority: '', sort: '' }

test('without an order of one’s own, batches that run come first', () => {
  expect(batchFiltersQuery(1, null, none)).toMatchObject({ sort: 'status', direction: 'desc' })
  expect(batchFiltersQuery(1, null, { ...none, sort: 'unheard of' })).toMatchObject({ sort: 'status', direction: 'desc' })
  expect(batchFiltersQuery(1, null, { ...none, sort: '-name' })).toMatchObject({ sort: 'name', direction: 'desc' })
})
