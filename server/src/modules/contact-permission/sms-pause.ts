/** Somebody holds the SMS of a script; until null: until they let them go. */
export type SmsPause = { until: Date | null }

/** Are the SMS of a script held at this moment? */
export function isSmsPaused(pause: SmsPause | null, at: Date): pause is SmsPause {
  return pause !== null && (pause.until === null || pause.until > at)
}
