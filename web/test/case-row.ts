import type { CaseRow } from '@regie/contract/cases.ts'

/** A case as it stands in lists: open, nothing paid. */
export const caseRow: CaseRow = {
  caseID: 7,
  caseNumber: 'D-7',
  customerID: 1,
  batchID: 3,
  batchName: 'June',
  status: 'open',
  statusAt: '2026-06-01T10:00:00.000Z',
  result: null,
  name: 'Jansen',
  phone: null,
  email: null,
  city: 'Ede',
  outstandingCents: 1000,
  paidCents: 0,
  paidOn: null,
  promisedCents: 0,
  promisedOn: null,
  nextStep: null,
  currency: 'EUR',
  attempts: 0,
  lastAnswer: null,
  lastResult: null,
  pausedUntil: null,
  updatedAt: '2026-06-01T10:00:00.000Z',
}
