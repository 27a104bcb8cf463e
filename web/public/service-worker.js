// Shows notifications, and a plain page when the network is gone. It keeps no other page and no data.
const OFFLINE = '/offline/page.html'

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open('offline').then((cache) => cache.addAll([OFFLINE, '/icon.svg'])))
  self.skipWaiting()
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate' || event.request.method !== 'GET') return
  event.respondWith(fetch(event.request).catch(async () => (await caches.match(OFFLINE)) ?? Response.error()))
})

// The same message as Safari shows by itself (Declarative Web Push).
self.addEventListener('push', (event) => {
  const { notification } = event.data?.json() ?? {}
  if (!notification) return
  const { title, navigate, ...options } = notification
  event.waitUntil(
    self.registration.showNotification(title, { ...options, icon: '/icon-192.png', data: { navigate } }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = new URL(event.notification.data?.navigate ?? '/alerts', self.location.origin)
  if (url.origin !== self.location.origin) return
  event.waitUntil(open(url.href))
})

/** In a tab that is open already, if there is one. */
async function open(url) {
  const [tab] = await self.clients.matchAll({ type: 'window' })
  if (!tab) return await self.clients.openWindow(url)
  await tab.focus()
  return await tab.navigate(url)
}
