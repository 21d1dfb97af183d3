// Webhook receivers, each a complete program that uses only the standard library of its language.
// e2e/receivers.spec.ts and e2e/receivers.endurance.spec.ts run them unchanged, where installed.

const node = `import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace("whsec_", ""), "base64");
const handled = new Set(); // store this in your database

function isGenuine(headers, body) {
  const id = headers["webhook-id"];
  const sentAt = headers["webhook-timestamp"];
  if (!(Math.abs(Date.now() / 1000 - Number(sentAt)) < 300)) return false;
  const signed = createHmac("sha256", key).update(\`\${id}.\${sentAt}.\`).update(body);
  const expected = Buffer.from(\`v1,\${signed.digest("base64")}\`);
  return (headers["webhook-signature"] ?? "").split(" ").some((text) => {
    const given = Buffer.from(text);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks); // the signature covers the raw bytes
  if (!isGenuine(request.headers, body)) return response.writeHead(400).end();
  const event = JSON.parse(body);
  if (!handled.has(event.id)) {
    handled.add(event.id);
    console.log(event.type, event.order.id);
  }
  response.writeHead(204).end();
}).listen(process.env.PORT ?? 4000);`;

const python = `import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
handled = set()  # store this in your database


def is_genuine(headers, body):
    sent_at = headers.get("webhook-timestamp", "")
    if not sent_at.isdecimal() or abs(time.time() - int(sent_at)) > 300:
        return False
    signed = f"{headers.get('webhook-id')}.{sent_at}.".encode() + body
    digest = hmac.new(KEY, signed, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected, text.encode()) for text in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # The signature covers the raw bytes.
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        genuine = is_genuine(self.headers, body)
        if genuine:
            event = json.loads(body)
            if event["id"] not in handled:
                handled.add(event["id"])
                print(event["type"], event["order"]["id"], flush=True)
        self.send_response(204 if genuine else 400)
        self.end_headers()


port = int(os.environ.get("PORT", 4000))
ThreadingHTTPServer(("", port), Receiver).serve_forever()`;

const php = `<?php
// Run it with: php -S 127.0.0.1:4000 receiver.php
function is_genuine(string $body): bool {
    $key = base64_decode(substr(getenv('WEBHOOK_SECRET'), strlen('whsec_')));
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $sentAt = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!ctype_digit($sentAt) || abs(time() - (int) $sentAt) > 300) return false;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sentAt.$body", $key, true));
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
        if (hash_equals($expected, $given)) return true;
    }
    return false;
}

$body = file_get_contents('php://input'); // the signature covers the raw bytes
if (!is_genuine($body)) {
    http_response_code(400);
    exit;
}
$event = json_decode($body, true);
// A file exists once per event; store this in your database.
if (@fopen(sys_get_temp_dir() . '/' . sha1($event['id']), 'x')) {
    file_put_contents('php://stdout', "{$event['type']} {$event['order']['id']}\\n");
}
http_response_code(204);`;

const go = `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

var key []byte
var handled sync.Map // store this in your database

func isGenuine(headers http.Header, body []byte) bool {
	sentAt, err := strconv.ParseInt(headers.Get("webhook-timestamp"), 10, 64)
	age := time.Now().Unix() - sentAt
	if err != nil || age > 300 || age < -300 {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%d.%s", headers.Get("webhook-id"), sentAt, body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, given := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(given), []byte(expected)) {
			return true
		}
	}
	return false
}

func receive(w http.ResponseWriter, r *http.Request) {
	// The signature covers the raw bytes.
	body, err := io.ReadAll(r.Body)
	if err != nil || !isGenuine(r.Header, body) {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	var event struct {
		ID    string
		Type  string
		Order struct{ ID string }
	}
	if err := json.Unmarshal(body, &event); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if _, known := handled.LoadOrStore(event.ID, true); !known {
		fmt.Println(event.Type, event.Order.ID)
	}
	w.WriteHeader(http.StatusNoContent)
}

func main() {
	secret := strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_")
	var err error
	if key, err = base64.StdEncoding.DecodeString(secret); err != nil || len(key) == 0 {
		log.Fatal("WEBHOOK_SECRET is not a valid secret")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "4000"
	}
	log.Fatal(http.ListenAndServe(":"+port, http.HandlerFunc(receive)))
}`;

const ruby = `require "json"
require "openssl"
require "socket"

KEY = ENV.fetch("WEBHOOK_SECRET").delete_prefix("whsec_").unpack1("m0")
handled = {} # store this in your database
$stdout.sync = true

def genuine?(headers, body)
  sent_at = headers["webhook-timestamp"].to_s
  return false unless sent_at.match?(/\\A\\d+\\z/) && (Time.now.to_i - sent_at.to_i).abs < 300

  signed = "#{headers["webhook-id"]}.#{sent_at}.".b + body
  expected = "v1," + [OpenSSL::HMAC.digest("SHA256", KEY, signed)].pack("m0")
  headers["webhook-signature"].to_s.split(" ").any? do |given|
    OpenSSL.secure_compare(given, expected)
  end
end

# In production, use a server such as Puma for this part.
def read_request(socket)
  socket.gets
  headers = {}
  while (line = socket.gets) && line != "\\r\\n"
    name, value = line.split(":", 2)
    headers[name.downcase] = value.to_s.strip
  end
  # The signature covers the raw bytes.
  [headers, socket.read(headers["content-length"].to_i)]
end

server = TCPServer.new(ENV.fetch("PORT", "4000").to_i)
loop do
  socket = server.accept
  headers, body = read_request(socket)
  if genuine?(headers, body)
    event = JSON.parse(body)
    puts "#{event["type"]} #{event["order"]["id"]}" unless handled[event["id"]]
    handled[event["id"]] = true
    socket.write("HTTP/1.1 204 No Content\\r\\nconnection: close\\r\\n\\r\\n")
  else
    socket.write("HTTP/1.1 400 Bad Request\\r\\nconnection: close\\r\\n\\r\\n")
  end
  socket.close
end`;

/** The programs, by language. */
export const receivers = [
  { id: "node", name: "Node.js", code: node },
  { id: "python", name: "Python", code: python },
  { id: "php", name: "PHP", code: php },
  { id: "go", name: "Go", code: go },
  { id: "ruby", name: "Ruby", code: ruby },
];
