/**
 * Numeric rights (product.md §5.3): the first digit is the type, the rest the object.
 * The rights that an endpoint or a button uses today have a name here; `allRightCodes` has every one.
 */
export const Right = {
  viewBatches: 101,
  viewScripts: 102,
  viewCases: 103,
  viewContacts: 104,
  viewFiles: 105,
  viewBlacklist: 106,
  viewTemplates: 107,
  viewPersonalData: 109,
  pauseBatches: 201,
  closeBatches: 202,
  changeBatchLines: 203,
  lockBatches: 204,
  changeScripts: 211,
  changeTimes: 212,
  changeVariables: 213,
  changeFilters: 214,
  changeCases: 221,
  closeCases: 222,
  newCase: 223,
  changeInputFields: 224,
  changeContacts: 231,
  removeContacts: 232,
  addToBlacklist: 241,
  removeFromBlacklist: 242,
  changeTemplates: 251,
  activateTemplates: 252,
  activateParents: 253,
  sendEmail: 301,
  sendSms: 302,
  sendWhatsApp: 303,
  makePaymentLinks: 304,
  changePaymentLinks: 305,
  chat: 309,
  inbox: 310,
  passCaps: 311,
  viewSmsDashboard: 307,
  pauseSms: 308,
  bookPayments: 312,
  forwardMail: 313,
  viewMonitor: 401,
  viewQueue: 402,
  viewWallboard: 403,
  viewWordcloud: 404,
  listenIn: 405,
  changeAgents: 406,
  reportBatches: 601,
  reportScripts: 602,
  reportCases: 603,
  reportCalls: 604,
  reportMail: 605,
  reportWhatsApp: 606,
  reportPayments: 607,
  exportReports: 608,
  reportAgents: 610,
  shareViews: 611,
  uploadFiles: 701,
  downloadBatchFiles: 702,
  downloadReports: 703,
  downloadResults: 704,
  removeFiles: 705,
  viewUsers: 801,
  changeUsers: 802,
  lockUsers: 803,
  changeGroups: 804,
  changeRightObjects: 805,
  resetUsers: 806,
  resetTwoFactor: 807,
  demo: 811,
  textToSpeech: 812,
  pairWhatsapp: 813,
  changeProviders: 814,
  changeTeams: 815,
  viewAudit: 821,
  privacyRequests: 822,
  changeCompliance: 823,
  changeRetention: 824,
  changeWebhooks: 825,
  systemStatus: 831,
} as const

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

/** Every right that the product comes with, in order; those of customers (type 5) come with the customers. Their names stand in the database. */
export const allRightCodes: readonly number[] = [
  ...range(101, 109),
  ...[...range(201, 204), ...range(211, 214), ...range(221, 224), 231, 232, 241, 242, ...range(251, 253)],
  ...range(301, 313),
  ...range(401, 406),
  ...range(601, 611),
  ...range(701, 705),
  ...[...range(801, 807), ...range(811, 815), ...range(821, 825), 831],
]

/** The right to see one customer's work: 5 followed by the customer's id, so customer 12 is right 512. */
export function ownCustomerRight(customerId: number): number {
  return Number(`5${customerId}`)
}

/** The customer that a right of type 5 stands for, or null for any other right. */
export function customerOfRight(code: number): number | null {
  const digits = String(code)
  return digits.startsWith('5') && digits.length > 1 ? Number(digits.slice(1)) : null
}

/** Is the code (or any one of the codes) in the user's list? */
export function holdsRight(held: readonly number[], wanted: number | readonly number[]): boolean {
  return typeof wanted === 'number' ? held.includes(wanted) : wanted.some((code) => held.includes(code))
}
