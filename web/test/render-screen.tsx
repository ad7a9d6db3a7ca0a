import { type LoginInfo, loginApi, type Settings, settingsOf } from '@regie/contract/login.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, vi } from 'vitest'
import { searchText } from '../src/app/search-text.ts'
import { apiKey } from '../src/api/use-api.ts'
import { queryClient } from '../src/api/query-client.ts'
import { findText, LocaleProvider, type TextParams } from '../src/locales/i18n.tsx'
import { needTexts } from '../src/locales/locale-store.ts'
import type { TextFile } from '../src/locales/messages.ts'
import { shellFiles } from '../src/locales/start-files.ts'
import { Notifications } from '../src/session/notification.tsx'
import { addIcons } from '../src/ui/icon.tsx'
import { allIcons } from '../src/ui/icon-set.ts'
import '../src/theme/theme.css'
import '../src/theme/tones.css'
import { FakeApi } from './fake-api.ts'

type Options = { rights?: readonly number[]; settings?: Partial<Settings>; texts?: readonly TextFile[]; path?: string }

const open: { root: Root; place: HTMLElement; api: FakeApi }[] = []

/** Draws a part of the app in the browser, signed in with these rights, over a fake API. */
export async function renderScreen(
  content: (api: FakeApi) => ReactNode,
  { rights = [], settings = {}, texts = [], path = '/' }: Options = {},
) {
  addIcons(allIcons)
  const api = new FakeApi()
  vi.spyOn(globalThis, 'fetch').mockImplementation(api.fetch)
  queryClient.clear()
  queryClient.setQueryData(apiKey(loginApi.info, {}), sessionOf(rights, settings))
  await needTexts([...shellFiles, ...texts])
  const shown = content(api)
  const router = createRouter({
    routeTree: createRootRoute({ component: () => shown }),
    history: createMemoryHistory({ initialEntries: [path] }),
    ...searchText,
  })
  const place = document.body.appendChild(document.createElement('div'))
  place.style.cssText = 'height:100vh;display:flex;flex-direction:column'
  const root = createRoot(place)
  root.render(
    <LocaleProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
        <Notifications />
      </QueryClientProvider>
    </LocaleProvider>,
  )
  const drawn = { root, place, api }
  open.push(drawn)
  return { api, path: () => router.state.location.href, leave: () => open.splice(open.indexOf(drawn), 1).forEach(end) }
}

/** A text by its key, as the user reads it. */
export function text(key: string, params?: TextParams): string {
  const found = findText(key, params)
  if (found === null) throw new Error(`No text ${key}: name its file in "texts"`)
  return found
}

function end({ root, place, api }: (typeof open)[number]) {
  root.unmount()
  place.remove()
  expect(api.faults).toEqual([])
}

afterEach(() => {
  open.splice(0).forEach(end)
  vi.restoreAllMocks()
})

function sessionOf(rights: readonly number[], settings: Partial<Settings>): LoginInfo {
  return {
    userID: 1,
    username: 'tess',
    rights: [...rights],
    contactInfo: {
      ...{ contactID: 1, customerID: 1, userID: 1, salutation: 'geen', department: '', jobTitle: '', notes: '', active: true },
      ...{ createdAt: '2026-06-01T08:00:00.000Z', updatedAt: '2026-06-01T08:00:00.000Z', version: 1 },
      initials: 'T.',
      firstName: 'Tess',
      middleName: 'de',
      lastName: 'Leider',
      email: 'tess@example.nl',
      phone: '',
      mobile: '',
      locale: 'nl',
    },
    settings: { ...settingsOf(undefined), ...settings },
    customerID: 1,
    simulation: true,
    onlySimulation: true,
  }
}
