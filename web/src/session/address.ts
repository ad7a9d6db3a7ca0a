import { type TemplateKind, templateKinds } from '@regie/contract/templates.ts'
import type { AppPath } from '../paths.ts'
import { useNavigate, useParams, useRouterState, useSearch } from '@tanstack/react-router'

/** Filters live in the address, so that a view can be shared and found again with the back button. */
export function useAddress<Name extends string>(names: readonly Name[]) {
  const drawn = useSearch({ strict: false }) as Record<string, unknown>
  // Within a screen the newest address counts at once: until the router has drawn it, a switch would jump back.
  const newest = useRouterState({
    select: ({ location, resolvedLocation }) => (location.pathname === resolvedLocation?.pathname ? location.search : undefined),
  }) as Record<string, unknown> | undefined
  const search = newest ?? drawn
  const navigate = useNavigate()
  const values = Object.fromEntries(names.map((name) => [name, search[name] === undefined ? '' : String(search[name])])) as Record<
    Name,
    string
  >
  const change = (changed: Partial<Record<Name, string>>) => {
    // Over the newest address, which this screen may not have drawn yet: two changes at once both stay.
    const over = (newest: Record<string, unknown>) =>
      Object.fromEntries(Object.entries({ ...newest, ...changed }).filter(([, value]) => value !== '' && value !== undefined))
    void navigate({ to: '.', search: over as never, replace: true })
  }
  return [values, change] as const
}

/** A number in the path: `useRouteId('batchID')`. The screens are shown with no other text there (app/screen-gate.tsx). */
export function useRouteId(name: 'batchID' | 'caseID' | 'requestID' | 'guideID' | 'scriptID' | 'windowID'): number {
  const params = useParams({ strict: false }) as Record<string, unknown>
  return Number(params[name])
}

/** Which step of a report the path is, and what it says of it. */
export function useReportPlace() {
  const params = useParams({ strict: false }) as { batchID?: string; scriptID?: string; start?: string; end?: string }
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const isFirst = params.batchID === undefined && params.scriptID === undefined
  const step = isFirst ? 'source' : path.endsWith('/output') ? 'output' : 'columns'
  return { params, step } as const
}

/** Which kind of text the path asks for; e-mail where it does not say. */
export function useTemplateKind(): TemplateKind {
  const { templateKind } = useParams({ strict: false }) as Record<string, unknown>
  return templateKinds.find((kind) => kind === templateKind) ?? 'email'
}

/** Goes to another screen: `const goTo = useGoTo()`, `goTo(paths.batch(12))`. */
export function useGoTo() {
  const navigate = useNavigate()
  return (to: AppPath) => void navigate({ href: to } as never)
}

/** Where one is, with the filters in the address. */
export function useHere(): AppPath {
  return useRouterState({ select: ({ location }) => location.href }) as AppPath
}
