import type { Import } from '@regie/contract/files.ts'
import { useEffect, useRef, useState } from 'react'
import { ApiFailure, isCancelled } from '../../api/api-failure.ts'
import { dropUpload, sendFile } from './send-file.ts'

export type SendItem = {
  key: number
  file: File
  scriptID: number
  state: 'queued' | 'sending' | 'broken' | 'done'
  sent: number
  /** The connection broke off and is tried again by itself. */
  isWaiting: boolean
  failure: Error | null
  fileID: number | undefined
  made: Import | null
}

/** What is refused for what it is cannot go on; what did not arrive can. */
export const mayGoOn = ({ failure }: Pick<SendItem, 'failure'>) =>
  failure instanceof ApiFailure && (failure.status === 0 || failure.status === 429 || failure.status >= 500)

/** Files that are sent one after the other. One that broke off goes on where it was; one that is dropped leaves nothing. */
export function useSendQueue(customerID: number, onDone: (item: SendItem, all: readonly SendItem[]) => void) {
  const items = useRef<readonly SendItem[]>([])
  const [shown, show] = useState<readonly SendItem[]>([])
  const running = useRef<{ key: number; stop: AbortController } | null>(null)
  const whenDone = useRef(onDone)
  const nextKey = useRef(1)
  useEffect(() => {
    whenDone.current = onDone
  })
  useEffect(() => () => running.current?.stop.abort(), [])
  const set = (changed: readonly SendItem[]) => {
    items.current = changed
    show(changed)
  }
  const change = (key: number, changed: Partial<SendItem>) =>
    set(items.current.map((item) => (item.key === key ? { ...item, ...changed } : item)))
  const forget = (key: number) => set(items.current.filter((item) => item.key !== key))

  async function send(item: SendItem, stop: AbortController) {
    const { key, file, scriptID } = item
    change(key, { state: 'sending', failure: null })
    try {
      const made = await sendFile(
        { customerID, scriptID, file },
        {
          signal: stop.signal,
          fileID: item.fileID,
          onProgress: (sent) => change(key, { sent }),
          onWait: (isWaiting) => change(key, { isWaiting }),
          onBegun: (fileID) => change(key, { fileID }),
        },
      )
      change(key, { state: 'done', sent: file.size, made })
      const done = items.current.find((one) => one.key === key)
      if (done) whenDone.current(done, items.current)
    } catch (refusal) {
      if (!isCancelled(refusal)) change(key, { state: 'broken', isWaiting: false, failure: refusal as Error })
    }
  }

  async function run() {
    if (running.current !== null) return
    for (let item = next(); item !== undefined; item = next()) {
      const stop = new AbortController()
      running.current = { key: item.key, stop }
      await send(item, stop)
      running.current = null
    }
  }
  const next = () => items.current.find(({ state }) => state === 'queued')

  return {
    items: shown,
    add(files: readonly File[], scriptID: number) {
      const begun = { state: 'queued' as const, sent: 0, isWaiting: false, failure: null, fileID: undefined, made: null }
      set([...items.current, ...files.map((file) => ({ ...begun, key: nextKey.current++, file, scriptID }))])
      void run()
    },
    /** Once more, from where it is. */
    goOn(key: number) {
      change(key, { state: 'queued', failure: null })
      void run()
    },
    drop(key: number) {
      const item = items.current.find((one) => one.key === key)
      if (running.current?.key === key) running.current.stop.abort()
      forget(key)
      // What is refused has gone already.
      if (item?.fileID !== undefined && item.state !== 'done' && (item.failure === null || mayGoOn(item)))
        void dropUpload(item.fileID).catch(() => null)
    },
    forget,
  }
}
