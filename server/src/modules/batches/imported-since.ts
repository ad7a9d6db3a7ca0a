/** SQL: the first moment of the last so many days in Amsterdam, today included. */
export const importedSince = (days: string, now: string) =>
  `((${now}::timestamptz at time zone 'Europe/Amsterdam')::date - (${days}::int - 1))::timestamp
    at time zone 'Europe/Amsterdam'`
