/** What a provider knows of a number is asked anew after so many days. */
export const numberCheckDays = 30
/** So many look-ups a customer pays for in 24 hours; above that messages leave unchecked. */
export const numberChecksPerDay = 5_000
