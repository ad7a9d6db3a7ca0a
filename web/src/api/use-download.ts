import { useState } from 'react'

/** A file that is fetched on a press: whether it is on its way, and why it did not come. */
export function useDownload(fetchFile: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const save = async () => {
    setBusy(true)
    setFailure(null)
    await fetchFile().catch((refusal: Error) => setFailure(refusal))
    setBusy(false)
  }
  return { isBusy, failure, save: () => void save() }
}
