/** A provider that has taken no SMS for so many minutes is down: another one takes its place, where there is one. */
export const smsDownMinutes = 5
