/**
 * The routes of the page server and its sessions. Each route answers one kind of request. This
 * package opens no port and never closes the index.
 */
@NullMarked
package dev.arag.web.internal.page;

import org.jspecify.annotations.NullMarked;
