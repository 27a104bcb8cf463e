// Renders the landing page to HTML, which the build inserts into landing.html (vite.config.ts).
import { renderToString } from 'react-dom/server'
import Landing from './screens/landing.tsx'

export const landingMarkup = (): string => renderToString(<Landing />)
