import type { ChatMessage } from '@regie/contract/chat.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/app-link.tsx'
import styles from './chat.module.css'
import { partsOf } from './message-parts.ts'

/** What somebody wrote: cases lead to their screen, whoever is mentioned stands out. */
export function MessageText({ message }: { message: Pick<ChatMessage, 'text' | 'cases'> }) {
  const { username } = useSession()
  const me = `@${username}`.toLowerCase()
  return (
    <p className={styles.text} dir="auto">
      {partsOf(message).map((part, at) => {
        if (part.kind === 'case')
          return (
            <AppLink key={at} to={paths.case(part.caseID)}>
              {part.text}
            </AppLink>
          )
        if (part.kind === 'text') return part.text
        return (
          <span key={at} className={styles.mention} data-me={part.text.toLowerCase() === me || undefined}>
            {part.text}
          </span>
        )
      })}
    </p>
  )
}
