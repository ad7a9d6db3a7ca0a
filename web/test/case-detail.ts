import type { CaseDetail } from '@regie/contract/cases.ts'

/** A case as the API answers it: open, of one debtor, nothing paid. */
export const caseDetail: CaseDetail = {
  ...{ caseID: 7, caseNumber: 'A-1', customerID: 1, batchID: 3, batchName: 'Najaar', scriptID: 2, scriptName: 'Herinnering' },
  ...{
    status: 'open',
    statusAt: '2027-03-01T10:00:00Z',
    result: null,
    lastResult: null,
    pausedUntil: null,
    pausedForever: false,
    pausedFor: null,
  },
  ...{ name: 'Jansen', phone: null, email: null, city: null, direction: 'outbound', liveState: null, attempts: 0, lastAnswer: null },
  ...{
    outstandingCents: 20_000,
    claimCents: 20_000,
    paidCents: 0,
    paidOn: null,
    promisedCents: 0,
    promisedOn: null,
    nextStep: null,
    currency: 'EUR',
    barredOn: null,
  },
  ...{ createdAt: '2027-03-01T10:00:00Z', updatedAt: '2027-03-01T10:00:00Z' },
  ...{ fields: { openstaand: '200.00' }, run: null, linkedCase: null, handedOver: null, isDemo: false, batchLocked: false, version: 1 },
  ...{ anonymousAt: null, textsGoneAt: null },
}
