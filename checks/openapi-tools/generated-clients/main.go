// Speaks to the registry at the address in the first argument, through the client that oapi-codegen generated.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"example/registry"
)

func main() {
	ctx := context.Background()
	client, err := registry.NewClientWithResponses(os.Args[1])
	check(err)
	id, name := "generated", "x"

	body := registry.SetTimezone{Timezone: "europe/kiev", UserId: &id, Username: &name}
	saved, err := client.SetTimezoneWithResponse(ctx, &registry.SetTimezoneParams{}, body)
	check(err)
	missing, err := client.GetTimezoneWithResponse(ctx, &registry.GetTimezoneParams{Id: "nobody"})
	check(err)
	found, err := client.LookupTimezonesWithResponse(ctx, &registry.LookupTimezonesParams{Ids: id + ",nobody"})
	check(err)
	changes, err := client.ListChangesWithResponse(ctx, &registry.ListChangesParams{})
	check(err)
	// A change is served once every transaction before it has ended, and others use the same server.
	for attempt := 0; len(changes.JSON200.Changes) == 0 && attempt < 100; attempt++ {
		time.Sleep(100 * time.Millisecond)
		changes, err = client.ListChangesWithResponse(ctx, &registry.ListChangesParams{})
		check(err)
	}
	change, err := changes.JSON200.Changes[0].ValueByDiscriminator()
	check(err)

	fmt.Println(saved.JSON200.Canonical, missing.ApplicationproblemJSON404.Code,
		found.JSON200.Users[id].Timezone, change.(registry.SetChange).UserId)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
