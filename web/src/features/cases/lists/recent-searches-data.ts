import { useEffect, useState } from 'react'
import { searchesKey } from '../../../session/signed-in-hint.ts'
import { useSession } from '../../../session/use-session.ts'

const kept = 8
const settleMs = 1500

/** The last searches of this user on this computer that found something, newest first. */
export function useRecentSearches(found: string) {
  const { userID } = useSession()
  const key = `${searchesKey}${userID}`
  const [list, setList] = useState(() => read(key))
  useEffect(() => {
    if (found === '') return
    // Not every letter of a word that is being typed.
    const timer = setTimeout(() => {
      const next = [found, ...read(key).filter((q) => !found.startsWith(q))].slice(0, kept)
      localStorage.setItem(key, JSON.stringify(next))
      setList(next)
    }, settleMs)
    return () => clearTimeout(timer)
  }, [found, key])
  const clear = () => {
    localStorage.removeItem(key)
    setList([])
  }
  return { list, clear }
}

function read(key: string): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(list) ? list.filter((q) => typeof q === 'string') : []
  } catch {
    return []
  }
}
