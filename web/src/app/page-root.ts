import { createRoot } from 'react-dom/client'

const element = document.getElementById('root')
if (element === null) throw new Error('index.html has no #root')

/** The one place of the page in which we draw; sign-in and app follow each other here. */
export const pageRoot = createRoot(element)
