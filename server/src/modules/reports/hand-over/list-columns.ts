/** The columns of the list, in their order. */
export const listColumns = [
  ...(['caseNumber', 'customerNumber', 'invoiceNumber', 'invoiceDate', 'dueDate', 'creditor'] as const),
  ...(['name', 'initials', 'company', 'legalForm', 'birthDate', 'address', 'postcode', 'city', 'country'] as const),
  ...(['phone', 'mobile', 'email', 'currency', 'claimed', 'principal', 'costs', 'interest', 'paidBefore', 'paid', 'open'] as const),
  ...([
    'interestByLaw',
    'interestUntil',
    'openByLaw',
    'fourteenDayLetter',
    'letters',
    'letterDates',
    'calls',
    'lastCall',
    'evidence',
  ] as const),
]
export type HandOverColumn = (typeof listColumns)[number]
