import { useEffect, useRef, useState } from 'react'

/** A file that is sent on a choice: whether it is on its way, and why it was not taken. */
export function useUpload<Kept>(send: (file: File) => Promise<Kept>, { onKept }: { onKept: (kept: Kept) => void }) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  // An upload takes a while: it ends in what is on the screen by then.
  const whenKept = useRef(onKept)
  useEffect(() => {
    whenKept.current = onKept
  })
  const take = async (file: File) => {
    setBusy(true)
    setFailure(null)
    await send(file)
      .then((kept) => whenKept.current(kept))
      .catch((refusal: Error) => setFailure(refusal))
    setBusy(false)
  }
  return { isBusy, failure, take: (file: File) => void take(file) }
}
