/** What each way of setting up takes: whether the password is asked again, and what to do with the recovery codes when it is the first factor. */
export type SetUpProps = { asksPassword: boolean; onDone: (recoveryCodes: readonly string[] | null) => void }
