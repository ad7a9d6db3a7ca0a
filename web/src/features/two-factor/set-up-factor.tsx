import type { FactorType } from '@regie/contract/two-factor.ts'
import { SetUpApp } from './set-up-app.tsx'
import { SetUpPasskey } from './set-up-passkey.tsx'
import type { SetUpProps } from './set-up-props.ts'
import { SetUpSent } from './set-up-sent.tsx'
import { isSentType } from './two-factor-data.ts'

/** Sets up one factor, from its beginning to its first code. */
export function SetUpFactor({ type, ...props }: SetUpProps & { type: FactorType }) {
  if (isSentType(type)) return <SetUpSent key={type} type={type} {...props} />
  return type === 'app' ? <SetUpApp {...props} /> : <SetUpPasskey {...props} />
}
